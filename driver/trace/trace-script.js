const data = JSON.parse(document.getElementById("data").textContent);
const words = {
  "out-of-bounds": "out of bounds",
  "in-bounds": "in bounds",
  "not-decided": "not decided",
  "not-followed": "not followed",
  "assert": "assert",
};
const failing = { "yes": "can fail", "no": "cannot fail", "unknown": "not decided" };
// Kernels that are open from the start, if none of them has something wrong.
const openAtFirst = 3;
// Lines around a marked one.
const context = 2;

const base = (path) => path.slice(path.lastIndexOf("/") + 1);
const plural = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

// What can be selected in a kernel, in the order of its code.
function entriesOf(call) {
  const entries = [];
  for (const a of call.accesses)
    if (a.dynamic || a.verdict !== "in-bounds") entries.push({ ...a, kind: a.verdict });
  for (const a of call.asserts)
    entries.push({ ...a, kind: "assert", text: `asserts "${a.message}"` });
  for (const n of call.notFollowed)
    entries.push({ ...n, kind: "not-followed", text: n.why, names: [], asked: !data.assert });
  return entries.sort((a, b) => a.line - b.line || a.column - b.column);
}

function row(list, term, ...description) {
  if (description.some((d) => d !== "" && d !== null && d !== undefined))
    list.append(el("dt", {}, term), el("dd", {}, ...description));
}

// The text beside a chain.
function verdictOf(call, entry) {
  const list = el("dl", {});
  const box = (title) => el("div", { class: "verdict " + entry.kind }, el("h3", {}, title), list);
  if (entry.kind === "not-followed") {
    row(list, "why", entry.why);
    return box("Not followed, so nothing is said of it");
  }
  const reads = () => {
    for (const index of entry.names) {
      const name = call.names[index];
      if (name.kind === "loaded" || name.kind === "opaque")
        row(list, "where", el("code", {}, name.name), " is " + name.text);
    }
  };
  if (entry.kind === "assert") {
    row(list, "demands", entry.condition ? el("code", {}, entry.condition) : "");
    reads();
    if (entry.witness) {
      row(list, "fails", "if, for example, " + entry.witness.text);
      for (const e of entry.witness.ifEmpty)
        row(list, "", `if dimension ${e.dim} of input ${e.input} is 0, whatever the inputs hold`);
    } else {
      row(list, "fails", entry.canFail === "no"
        ? "for no inputs that fit the model and each other"
        : "not decided: " + entry.reason);
    }
    row(list, "then", entry.consequence);
    return box(`Line ${entry.line} asserts "${entry.message}"`);
  }
  row(list, "that is", entry.inModel);
  reads();
  for (const index of entry.asserts) {
    const { message, line } = call.asserts[index];
    row(list, "assert", `"${message}", before it, in line ${line}`);
  }
  if (entry.checks.length)
    row(list, "checked", el("code", {}, entry.checks.join(", ")),
      ": by the wrapper, before the call");
  if (entry.witnesses.some((w) => w.values.length) && !entry.asserts.length
      && !entry.checks.length)
    row(list, "assert", "none before it: nothing checks this index");
  entry.witnesses.forEach((witness, i) => {
    row(list, i ? "or if" : "if", `${witness.text}, ${witness.outcome}`);
    row(list, "safe if", witness.safeIf);
    row(list, "guard", witness.guard);
  });
  if (entry.witnesses.length) return box("Out of bounds for some input");
  row(list, "why", entry.reason);
  return box(entry.kind === "in-bounds" ? "In bounds for every input" : "Not decided");
}

// The kernel's code with what can be selected in it marked. Lines that nothing
// is said of are folded.
function sourceOf(call, entries, select) {
  const table = el("table", {});
  const marks = new Map();
  const rows = [];
  call.source.forEach((text, i) => {
    const number = call.line + i;
    // Emitted code is deep; half of its indentation shows as much.
    const indent = text.length - text.trimStart().length;
    const cell = el("td", {}, el("span", { class: "indent" }, text.slice(0, indent)));
    let done = indent;
    for (const entry of entries) {
      if (entry.line !== number || entry.file !== call.file) continue;
      const begin = Math.max(entry.column - 1, 0);
      if (begin < done) continue;
      const isWhole = entry.code && text.startsWith(entry.code, begin);
      const length = isWhole ? entry.code.length : text.length - begin;
      const mark = el("span", { class: "mark " + entry.kind, onclick: () => select(entry) },
        text.slice(begin, begin + length));
      cell.append(text.slice(done, begin), mark);
      marks.set(entry, mark);
      done = begin + length;
    }
    cell.append(text.slice(done));
    rows.push({
      element: el("tr", {}, el("td", { class: "number" }, String(number)), cell),
      marked: done > indent,
    });
  });
  const isShown = (i) => i === 0 ||
    rows.slice(Math.max(i - context, 0), i + context + 1).some((r) => r.marked);
  for (let i = 0; i < rows.length; ) {
    if (isShown(i)) {
      table.append(rows[i++].element);
      continue;
    }
    const first = i;
    while (i < rows.length && !isShown(i)) ++i;
    const hidden = rows.slice(first, i).map((r) => r.element);
    const unfold = () => {
      fold.replaceWith(...hidden);
      select();
    };
    const fold = el("tr", {}, el("td", { class: "number" }, "\u22ef"),
      el("td", {}, el("button", { class: "skip", onclick: unfold }, plural(hidden.length, "line"))));
    table.append(fold);
  }
  return { element: el("div", { class: "source", tabindex: "0" }, table), marks };
}

class KernelView {
  constructor(model, call) {
    this.model = model;
    this.call = call;
    this.entries = entriesOf(call);
    this.list = el("ul", { class: "entries" });
    this.body = el("div", {});
    const counts = el("span", { class: "counts" });
    for (const kind of ["out-of-bounds", "in-bounds", "not-decided", "not-followed"]) {
      const n = this.entries.filter((e) => e.kind === kind).length;
      if (n) counts.append(el("span", { class: "is " + kind }, `${n} ${words[kind]}`));
    }
    const constant = call.accesses.length - this.entries.filter((e) => e.witnesses).length;
    const made = call.madeOf ? `Made of ${call.madeOf}. ` : "";
    const place = (at) => `${base(model.files[at.file])}:${at.line}`;
    this.element = el("details", { class: "kernel", ontoggle: () => this.draw() },
      el("summary", {}, el("span", { class: "name" }, call.kernel),
        call.of > 1 ? el("span", {}, `call ${call.number} of ${call.of}`) : null, counts),
      el("p", { class: "facts" }, `${made}Code at ${place(call)}, called at ${place(call.call)}.`),
      this.list, this.body,
      constant ? el("p", { class: "more" },
        `${constant} more with constant indices and sizes, in bounds.`) : null);
    this.selected = this.entries.find((e) => e.asked && e.kind === "out-of-bounds") ||
      this.entries.find((e) => data.assert && e.asked && e.kind === "assert") ||
      this.entries.find((e) => e.asked) || this.entries[0];
  }

  // Shows what passes the filter; whether there is anything.
  filter(isShown) {
    const shown = this.entries.filter((e) => isShown(e, this.call));
    this.list.replaceChildren(...shown.map((entry) => {
      const is = entry.kind === "assert" ? failing[entry.canFail] : words[entry.kind];
      const isSelected = String(entry === this.selected);
      const button = el("button", { "aria-current": isSelected, onclick: () => this.select(entry) },
        el("span", { class: "at" }, el("span", { class: "dot " + entry.kind }), "line " + entry.line),
        el("code", { class: "what" }, entry.text),
        el("span", { class: "is " + entry.kind }, is));
      entry.button = button;
      return el("li", {}, button);
    }));
    if (shown.length && !shown.includes(this.selected)) this.select(shown[0]);
    this.element.hidden = !shown.length;
    return shown.length > 0;
  }

  select(entry) {
    if (entry) this.selected = entry;
    for (const e of this.entries)
      if (e.button) e.button.setAttribute("aria-current", String(e === this.selected));
    this.draw();
  }

  draw() {
    const entry = this.selected;
    if (!this.element.open || !entry) return;
    if (!this.source) this.source = sourceOf(this.call, this.entries, (e) => this.select(e));
    const { element: source, marks } = this.source;
    for (const [e, mark] of marks) {
      mark.classList.toggle("selected", e === entry);
      mark.closest("tr").classList.toggle("here", e.line === entry.line);
    }
    if (this.drawn !== entry) {
      this.drawn = entry;
      const chain = entry.kind === "not-followed" ? { stages: [], edges: [] }
        : chainOf(this.model, this.call, entry);
      this.edges = chain.edges;
      this.layer = svg("svg", { "aria-hidden": "true" });
      this.flow = el("div", { class: "flow" }, source,
        el("div", { class: "chain" }, ...chain.stages.map((stage) =>
          el("div", { class: "stage" }, el("h4", {}, stage.title),
            ...stage.nodes.map(drawNode)))),
        this.layer);
      this.body.replaceChildren(verdictOf(this.call, entry), this.flow);
      const mark = marks.get(entry);
      if (mark && mark.isConnected) {
        const line = mark.closest("tr");
        source.scrollTop = line.offsetTop - source.clientHeight / 3;
        const room = source.clientWidth - 24;
        source.scrollLeft = Math.max(0, Math.min(mark.offsetLeft - 70,
          mark.offsetLeft + mark.offsetWidth - room));
      }
      source.onscroll = () => this.redraw();
      new ResizeObserver(() => this.redraw()).observe(this.flow);
    }
    this.redraw();
  }

  redraw() {
    const { element, marks } = this.source;
    drawEdges(this.flow, this.layer, element, marks.get(this.selected), this.edges);
  }
}

function main() {
  const page = document.getElementById("page");
  document.title = `${base(data.path)}: trace of its indices`;
  page.append(el("header", {}, el("h1", {}, data.path),
    el("p", {}, "Where the indices in the model's kernels come from, and whether some input " +
      `drives them out of bounds. Made by aoti-tidy ${data.tool.version}.`,
      data.kernel !== null ? ` Only kernels named "${data.kernel}".` : "",
      data.assert !== null ? ` Only asserts like "${data.assert}".` : "")));

  const views = [];
  const models = data.models.map((model) => {
    const own = model.calls.map((call) => new KernelView(model, call));
    views.push(...own);
    const facts = (model.device ? `For ${model.device}. ` : "") +
      `The sizes that it was compiled for are ${checkedWhen[model.checks]}.`;
    const notes = [];
    if (model.calls.length && !model.calls.some((c) => c.sourceNodes.length))
      notes.push(el("p", {}, "Its kernels name the operators that they were made of, and record no more of the model."));
    const note = (text) => notes.push(el("p", {}, text));
    if (!model.calls.length) note("It has no kernels of its own that could be read.");
    if (model.missingKernels.length)
      note("Not read, as their code is not here or not understood: " +
        model.missingKernels.join(", ") + ".");
    if (model.notFollowed.length) {
      const { line, why } = model.notFollowed[0];
      note(`${plural(model.notFollowed.length, "statement")} of the wrapper not followed, ` +
        `the first in line ${line}: ${why}.`);
    }
    return el("section", { class: "model" },
      el("h2", {}, model.name ? `Model '${model.name}'` : "Model"),
      el("p", {}, facts), ...notes, ...own.map((v) => v.element));
  });

  const all = views.flatMap((v) => v.entries);
  const filters = [["", "all", all.length]];
  for (const kind of ["out-of-bounds", "in-bounds", "not-decided", "not-followed", "assert"])
    filters.push([kind, words[kind], all.filter((e) => e.kind === kind).length]);
  if (data.assert !== null)
    filters.unshift(["asked", "asked for", all.filter((e) => e.asked).length]);
  let kind = filters[0][0], needle = "";
  const nothing = el("p", { class: "nothing" }, "Nothing here passes the filter.");
  const apply = () => {
    const shown = views.map((v) => v.filter((e, call) =>
      (kind === "" || e.kind === kind || (kind === "asked" && e.asked)) &&
      (needle === "" || (call.kernel + " " + e.text).toLowerCase().includes(needle))));
    nothing.hidden = shown.includes(true);
    for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.kind === kind));
  };
  const choose = (of) => {
    kind = of;
    apply();
  };
  const buttons = filters.filter(([of, , n]) => n || of === "").map(([of, text, n]) =>
    el("button", { "data-kind": of, onclick: () => choose(of) },
      of && of !== "asked" ? el("span", { class: "dot " + of }) : null,
      of === "assert" ? plural(n, text) : `${n} ${text}`));
  const find = () => {
    needle = search.value.trim().toLowerCase();
    apply();
  };
  const search = el("input", {
    type: "search",
    placeholder: "kernel, name or expression",
    "aria-label": "Search",
    oninput: find,
  });
  page.append(el("div", { class: "tools" }, ...buttons, search), ...models, nothing);
  const isWrong = (e) => e.asked &&
    (e.kind === "out-of-bounds" || (data.assert !== null && e.kind === "assert"));
  const wrong = views.filter((v) => v.entries.some(isWrong));
  for (const v of (wrong.length ? wrong : views).slice(0, openAtFirst)) v.element.open = true;
  apply();
}

main();
