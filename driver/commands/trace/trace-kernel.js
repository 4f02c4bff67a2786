// What can be selected in a call of a kernel, in the order of its code.
function entriesOf(call) {
  const entries = [];
  for (const a of call.accesses)
    if (a.dynamic || a.verdict !== "in-bounds") entries.push({ ...a, kind: a.verdict });
  for (const a of call.asserts)
    entries.push({ ...a, kind: "assert", text: `asserts "${a.message}"` });
  for (const n of call.notFollowed)
    entries.push({ ...n, kind: "not-followed", text: n.why, names: [], asked: !data.assert });
  entries.sort((a, b) => a.line - b.line || a.column - b.column);
  // What is at one place, as a read and a write, is numbered.
  entries.forEach((e, i) => {
    const before = entries[i - 1];
    e.twin = before && before.line === e.line && before.column === e.column ? before.twin + 1 : 1;
  });
  return entries;
}

// Rows of a list that are shown at first.
const rowsAtFirst = 300;

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
  if (entry.witnesses.length) {
    row(list, "more", el("code", {}, "aoti-tidy rule aoti-unchecked-dynamic-index"));
    return box("Out of bounds for some input");
  }
  row(list, "why", entry.reason);
  const isGuarded = entry.checks.length || entry.asserts.some((index) => call.asserts[index].canFail !== "no");
  return box(entry.kind !== "in-bounds" ? "Not decided" : isGuarded ? "In bounds" : "In bounds for every input");
}

// A kernel, with one of its calls laid out.
class KernelView {
  // PAGE knows the addresses; CALLS are all of one kernel.
  constructor(page, model, calls) {
    this.page = page;
    this.model = model;
    this.calls = calls.map((call) => {
      const entries = entriesOf(call);
      return { call, entries, shown: entries, selected: KernelView.firstOf(entries) };
    });
    this.at = this.calls.find((c) => c.selected && c.selected.asked && c.selected.kind === "out-of-bounds") ||
      this.calls.find((c) => c.selected && c.selected.asked) || this.calls[0];
    const [{ call }] = this.calls;
    this.name = call.kernel;
    const counts = el("span", { class: "counts" });
    for (const kind of Object.keys(words)) {
      const n = this.entries().filter((e) => e.kind === kind).length;
      if (n && kind !== "assert") counts.append(el("span", { class: "is " + kind }, `${n} ${words[kind]}`));
    }
    this.body = el("div", {});
    this.element = el("details", { class: "kernel", ontoggle: () => this.draw() },
      el("summary", {}, el("span", { class: "name" }, ...breakable(call.kernel)),
        calls.length > 1 ? el("span", {}, `${calls.length} calls`) : null, counts),
      this.body);
  }

  // What is worth a look first.
  static firstOf(entries) {
    return entries.find((e) => e.asked && e.kind === "out-of-bounds") ||
      entries.find((e) => data.assert !== null && e.asked && e.kind === "assert") ||
      entries.find((e) => e.asked && e.kind.startsWith("not-")) ||
      entries.find((e) => e.asked) || entries[0];
  }

  entries() {
    return this.calls.flatMap((c) => c.entries);
  }

  // Leaves what passes; how much that is. A kernel of which nothing can be selected is
  // there if all is shown.
  filter(passes, isAll) {
    let number = 0;
    for (const c of this.calls) {
      c.shown = c.entries.filter((e) => passes(e, c.call, this.model));
      number += c.shown.length;
      if (!c.selected || !c.shown.includes(c.selected)) c.selected = KernelView.firstOf(c.shown);
    }
    if (!this.at.shown.length) this.at = this.calls.find((c) => c.shown.length) || this.at;
    this.element.hidden = !number && !(isAll && !this.entries().length);
    this.isFiltered = true;
    this.draw();
    return number;
  }

  // As the user asked for it: its address is the page's.
  select(entry, at = this.at) {
    if (entry) at.selected = entry;
    this.at = at;
    this.draw();
    if (entry) this.page.remember(this, at, entry);
  }

  facts() {
    const { call } = this.at;
    const link = (at) => el("a", { href: "#" + this.page.placeInFile(this.model, at), title: this.model.files[at.file] },
      `${shortName(this.model.files[at.file])}:${at.line}`);
    return el("p", { class: "facts" }, call.madeOf ? `Made of ${call.madeOf}. ` : "", "Code at ", link(call),
      ", called at ", link(call.call), ".");
  }

  // Which of several calls is laid out.
  chooser() {
    if (this.calls.length < 2) return null;
    const worst = (c) => Object.keys(words).find((kind) => c.shown.some((e) => e.kind === kind));
    return el("div", { class: "calls", role: "group", "aria-label": "Calls" },
      ...this.calls.filter((c) => c.shown.length).map((c) =>
        el("button", { type: "button", "aria-pressed": String(c === this.at), onclick: () => {
          this.select(c.selected, c);
          this.body.querySelector(".calls [aria-pressed=true]").focus();
        } },
          el("span", { class: "dot " + worst(c) }), `call ${c.call.number}`)));
  }

  rows(most = rowsAtFirst) {
    const { shown, selected } = this.at;
    this.buttons = new Map();
    most = Math.max(most, shown.indexOf(selected) + 1);
    const list = el("ul", { class: "entries" }, ...shown.slice(0, most).map((entry) => {
      const is = entry.kind === "assert" ? failing[entry.canFail] : words[entry.kind];
      const button = el("button", { type: "button", onclick: () => this.select(entry) },
        el("span", { class: "at" }, el("span", { class: "dot " + entry.kind }), "line " + entry.line),
        el("code", { class: "what" }, entry.text),
        el("span", { class: "is " + entry.kind }, is));
      this.buttons.set(entry, button);
      return el("li", {}, button);
    }));
    if (shown.length > most)
      list.append(el("li", {}, el("button", { type: "button", class: "skip", onclick: () => {
        const all = this.rows(shown.length);
        this.list.replaceWith(all);
        this.list = all;
        this.mark();
        all.focus();
      } }, `${shown.length - most} more`)));
    return list;
  }

  // Marks what is selected in the list.
  mark() {
    const button = this.buttons.get(this.at.selected);
    for (const old of this.list.querySelectorAll("[aria-current=true]")) old.setAttribute("aria-current", "false");
    if (!button) return;
    button.setAttribute("aria-current", "true");
    this.list.scrollTop = button.offsetTop - this.list.clientHeight / 3;
  }

  draw() {
    const { call, entries, selected } = this.at;
    if (!this.element.open || this.element.hidden) return;
    if (this.drawnCall !== call || this.isFiltered) {
      const constant = call.accesses.length - entries.filter((e) => e.witnesses).length;
      if (this.drawnCall !== call) {
        this.source = sourceOf(this.model, call, entries, (e) => this.select(e));
        this.detail = el("div", {});
        this.drawn = null;
      }
      this.drawnCall = call;
      this.isFiltered = false;
      this.list = this.rows();
      this.body.replaceChildren(...[this.facts(), this.chooser(), entries.length ? this.list : null,
        constant ? el("p", { class: "more" }, entries.length
          ? `${constant} more with constant indices and sizes, in bounds.`
          : `${plural(constant, "access", "accesses")} with constant indices and sizes, in bounds.`) : null,
        this.detail].filter((e) => e));
      if (selected && this.drawn === selected) this.mark();
    }
    if (!selected) return;
    if (this.drawn !== selected) {
      this.drawn = selected;
      this.drawSelected();
    }
  }

  drawSelected() {
    const { call, selected } = this.at;
    const { element: source, marks } = this.source;
    if (!this.buttons.has(selected) && this.at.shown.includes(selected)) {
      const list = this.rows();
      this.list.replaceWith(list);
      this.list = list;
    }
    for (const r of source.querySelectorAll("tr.here")) r.classList.remove("here");
    for (const m of source.querySelectorAll(".mark.selected")) m.classList.remove("selected");
    const mark = marks.get(selected);
    if (mark) {
      mark.classList.add("selected");
      mark.closest("tr")?.classList.add("here");
    }
    this.detail.replaceChildren(verdictOf(call, selected), el("div", { class: "flow" }, source,
      selected.kind === "not-followed" ? null : drawTree(chainOf(this.model, call, selected))));
    this.mark();
    if (mark && mark.isConnected)
      source.scrollTop = mark.closest("tr").offsetTop - source.clientHeight / 3;
  }
}
