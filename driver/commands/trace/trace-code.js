// Lines around a marked one that are shown.
const context = 2;

const indentOf = (text) => text.length - text.trimStart().length;

// A line of code: long ones wrap, further in than they begin. Emitted code is
// deep; half of its indentation shows as much.
function codeLine(number, indent, ...parts) {
  return el("tr", {}, el("td", { class: "number" }, String(number)),
    el("td", { class: "line", style: `--in:${indent}` }, ...parts));
}

// The lines from the kernel's head to a little after the last one that anything
// is said of.
function linesOf(model, call, entries) {
  const more = 3;
  const last = [...entries, ...call.accesses].filter((e) => e.file === call.file)
    .reduce((line, e) => Math.max(line, e.line), call.line);
  const first = Math.max(call.line, 1);
  return model.lines(call.file).slice(first - 1, last + more);
}

// The kernel's code with what can be selected in it marked. Lines that nothing
// is said of are folded.
function sourceOf(model, call, entries, select) {
  const table = el("table", {});
  const element = el("div", { class: "source", tabindex: "0", role: "region", "aria-label": "Code" }, table);
  const marks = new Map();
  const rows = [];
  const lines = linesOf(model, call, entries);
  const byLine = new Map();
  for (const entry of entries) {
    if (entry.file !== call.file) continue;
    if (!byLine.has(entry.line)) byLine.set(entry.line, []);
    byLine.get(entry.line).push(entry);
  }
  const isMarked = (i) => byLine.has(call.line + i);
  const isShown = (i) => i === 0 ||
    Array.from({ length: 2 * context + 1 }, (_, k) => i - context + k).some(isMarked);
  // What all lines have that are shown from the start, but for the kernel's head.
  const deep = lines.filter((l, i) => i && l.trim() && isShown(i)).map(indentOf);
  const common = deep.length ? deep.reduce((a, b) => Math.min(a, b)) : 0;
  lines.forEach((text, i) => {
    const number = call.line + i;
    const indent = indentOf(text);
    const parts = [];
    let done = indent, before = null;
    for (const entry of byLine.get(number) || []) {
      const begin = Math.max(entry.column - 1, 0);
      // What is read and written is one place.
      if (before && before.column === entry.column) marks.set(entry, marks.get(before));
      if (begin < done) continue;
      before = entry;
      const isWhole = entry.code && text.startsWith(entry.code, begin);
      const length = isWhole ? entry.code.length : text.length - begin;
      const mark = el("span", { class: "mark " + entry.kind, onclick: () => select(entry) },
        text.slice(begin, begin + length));
      parts.push(text.slice(done, begin), mark);
      marks.set(entry, mark);
      done = begin + length;
    }
    parts.push(text.slice(done));
    rows.push(codeLine(number, Math.max(indent - common, 0), ...parts));
  });
  for (let i = 0; i < rows.length; ) {
    if (isShown(i)) {
      table.append(rows[i++]);
      continue;
    }
    const first = i;
    while (i < rows.length && !isShown(i)) ++i;
    const hidden = rows.slice(first, i);
    const unfold = () => {
      fold.replaceWith(...hidden);
      select();
      element.focus();
    };
    const fold = el("tr", {}, el("td", { class: "number" }, "\u22ef"),
      el("td", {}, el("button", { class: "skip", type: "button", onclick: unfold }, plural(hidden.length, "line"))));
    table.append(fold);
  }
  return { element, marks };
}

// A whole file of a model, laid out when it is opened.
class FileView {
  constructor(model, file) {
    this.lines = model.lines(file);
    this.table = el("table", {});
    this.element = el("details", { class: "file", ontoggle: () => this.show() },
      el("summary", { title: model.files[file] }, el("span", { class: "name" }, shortName(model.files[file])),
        el("span", {}, plural(this.lines.length, "line"))),
      el("div", { class: "source whole", tabindex: "0", role: "region", "aria-label": "Code" }, this.table));
  }

  show() {
    if (!this.element.open || this.isShown) return;
    this.isShown = true;
    this.table.append(...this.lines.map((text, i) => codeLine(i + 1, indentOf(text), text.trimStart())));
  }

  open(line) {
    this.element.open = true;
    this.show();
    for (const r of this.table.rows) r.classList.remove("here");
    const shown = this.table.rows[Math.min(Math.max(line, 1), this.lines.length) - 1];
    if (!shown) return;
    shown.classList.add("here");
    shown.scrollIntoView({ block: "center" });
  }
}
