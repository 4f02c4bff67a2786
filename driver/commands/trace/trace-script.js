const data = JSON.parse(document.getElementById("data").textContent);
// Kernels that are open from the start.
const openAtFirst = 3;
// Places and causes that the first lines name.
const namedAtFirst = 4;

for (const model of data.models) {
  const texts = model.texts.map((text) => ({ text, lines: null }));
  model.lines = (file) => (texts[file].lines ||= texts[file].text.split(/\r?\n/));
}

// Addresses of what is on the page: "#kernel:line:column", with the number of the
// call from the second on, and "#file0:line"; in front the model, if it is not the
// only one.
class Page {
  constructor() {
    this.views = [];
    this.files = new Map();
  }

  ofModel(model, place) {
    return encodeURI(data.models.length > 1 ? `${data.models.indexOf(model)}/${place}` : place);
  }

  placeInFile(model, at) {
    return this.ofModel(model, `file${at.file}:${at.line}`);
  }

  addressOf(view, at, entry) {
    const call = at === view.calls[0] ? "" : `:${at.call.number}`;
    const twin = entry.twin > 1 ? `~${entry.twin}` : "";
    return this.ofModel(view.model, `${view.name}:${entry.line}:${entry.column}${twin}${call}`);
  }

  remember(view, at, entry) {
    const address = "#" + this.addressOf(view, at, entry);
    if (location.hash !== address) history.replaceState(null, "", address);
  }

  // What the address is of may not be there any more.
  forget() {
    if (location.hash) history.replaceState(null, "", "#");
  }

  // Shows what the address is of.
  go() {
    let address = location.hash.slice(1);
    try {
      // Who sends it may have escaped more of it.
      address = encodeURI(decodeURIComponent(address));
    } catch { /* as it is */ }
    if (!address) return;
    for (const view of this.views)
      for (const at of view.calls)
        for (const entry of at.entries)
          if (this.addressOf(view, at, entry) === address) {
            if (!at.shown.includes(entry)) this.showAll();
            view.element.open = true;
            view.select(entry, at);
            view.element.scrollIntoView({ block: "start" });
            return;
          }
    const place = /^(?:(\d+)\/)?file(\d+):(\d+)$/.exec(address);
    const model = place && data.models[Number(place[1] || 0)];
    const file = model && this.files.get(model)[Number(place[2])];
    if (file) file.open(Number(place[3]));
  }
}

// The accesses that go out of bounds, by cause: what the same size or value breaks
// is one. Of each, a place in a kernel with its calls.
function problemsOf(page) {
  const causes = new Map();
  for (const view of page.views)
    for (const at of view.calls)
      for (const entry of at.entries)
        if (entry.kind === "out-of-bounds") {
          const [w] = entry.witnesses;
          const of = data.models.length > 1 ? `model '${view.model.name}': ` : "";
          const text = of + (!w ? "for some input" : w.safeIf ? `unless ${w.safeIf}` : `if, for example, ${w.text}`);
          if (!causes.has(text)) causes.set(text, []);
          const places = causes.get(text);
          const same = places.find((p) => p.view === view && p.entry.line === entry.line);
          if (same) same.calls.add(at);
          else places.push({ view, at, entry, calls: new Set([at]) });
        }
  return causes;
}

// The answer, in one look.
function bannerOf(page) {
  const calls = page.views.flatMap((v) => v.calls);
  const number = (kind) => page.views.flatMap((v) => v.entries()).filter((e) => e.kind === kind).length;
  const total = calls.reduce((sum, c) => sum + c.call.accesses.length, 0);
  const out = number("out-of-bounds"), open = number("not-decided"), lost = number("not-followed");
  const unread = data.models.reduce((n, m) => n + m.missingKernels.length, 0);
  const rest = joined([open && `${open} not decided`, lost && `${lost} not followed`,
    unread && `${plural(unread, "kernel")} not read`]);
  const asked = data.kernel !== null || data.assert !== null ? ", of those that were asked for" : "";
  const stops = joined(data.models.map((m) => m.stops));
  if (!out) {
    const title = total ? rest ? `None of ${plural(total, "access", "accesses")} is known to go out of bounds${asked}: ${rest}`
      : stops ? `${total === 1 ? "The only access stays" : `All ${total} accesses stay`} in bounds${asked}: ${stops}`
        : `In bounds for every input: ${total === 1 ? "the only access" : `all ${total} accesses`}${asked}`
      : rest ? `No access could be looked at: ${rest}`
        : `No indices${asked}: the model has no kernels of its own, it only calls operators of ATen`;
    return el("div", { class: "banner" + (rest ? " open" : "") }, el("h2", {}, title));
  }
  const causes = [...problemsOf(page)];
  const link = ({ view, at, entry, calls: all }) => el("a", { href: "#" + page.addressOf(view, at, entry) },
    `${view.name}, line ${entry.line}` + (all.size > 1 ? ` (${all.size} calls)` : ""));
  const list = el("ul", {}, ...causes.slice(0, namedAtFirst).map(([text, places]) =>
    el("li", {}, text + ": ", ...places.slice(0, namedAtFirst).flatMap((p, i) => [i ? "; " : "", link(p)]),
      places.length > namedAtFirst ? ` and ${places.length - namedAtFirst} more` : "")));
  if (causes.length > namedAtFirst)
    list.append(el("li", {}, `${plural(causes.length - namedAtFirst, "more cause")}, below`));
  return el("div", { class: "banner out-of-bounds" },
    el("h2", {}, `${out} of ${plural(total, "access", "accesses")} ${out === 1 ? "goes" : "go"} out of bounds for some input${asked}`),
    list, rest || stops ? el("p", {}, `Besides, ${joined([rest, stops])}.`) : null);
}

// What the model takes.
function inputsOf(model) {
  if (!model.inputs.length) return null;
  const size = (d) => d.symbol || (d.lower === d.upper ? String(d.lower) : rangeOf(d));
  const range = (d) => d.symbol && `${d.symbol}: ${rangeOf(d)}`;
  return el("table", { class: "inputs" },
    el("thead", {}, el("tr", {}, ...["Input", "Dtype", "Shape", "Sizes"].map((t) => el("th", { scope: "col" }, t)))),
    el("tbody", {}, ...model.inputs.map((input, i) => el("tr", {},
      el("th", { scope: "row" }, inputName(model, i), " ", el("code", {}, input.name)),
      el("td", {}, input.dtype || "not known"),
      el("td", {}, input.dims ? el("code", {}, `[${input.dims.map(size).join(", ")}]`) : "not recorded"),
      el("td", {}, input.dims ? [...new Set(input.dims.map(range).filter((r) => r))].join("; ") : "")))));
}

function notesOf(model) {
  const notes = [];
  if (!model.calls.length) notes.push("It has no kernels of its own that could be read.");
  if (model.missingKernels.length)
    notes.push("Not read, as their code is not here or not understood: " + model.missingKernels.join(", ") + ".");
  if (model.notFollowed.length) {
    const { line, why } = model.notFollowed[0];
    notes.push(`${plural(model.notFollowed.length, "statement")} of the wrapper not followed, ` +
      `the first in line ${line}: ${why}.`);
  }
  return notes.map((text) => el("p", {}, text));
}

function sectionOf(page, model) {
  const byKernel = new Map();
  for (const call of model.calls) {
    const key = JSON.stringify([call.kernel, call.file, call.line]);
    if (!byKernel.has(key)) byKernel.set(key, []);
    byKernel.get(key).push(call);
  }
  const own = [...byKernel.values()].map((calls) => new KernelView(page, model, calls));
  page.views.push(...own);
  const files = model.files.map((_, file) => new FileView(model, file));
  page.files.set(model, files);
  const facts = (model.device ? `Compiled for ${deviceNames[model.device] || model.device}. ` : "") +
    `The sizes that it was compiled for are ${checkedWhen[model.checks]}.`;
  return el("section", { class: "model" },
    el("h2", {}, model.name ? `Model '${model.name}'` : "Model"), el("p", {}, facts), inputsOf(model),
    ...notesOf(model), ...own.map((v) => v.element),
    el("h3", {}, "Emitted code"), ...files.map((f) => f.element));
}

// The buttons, and the search.
function toolsOf(page) {
  const all = page.views.flatMap((v) => v.entries());
  const filters = [];
  if (data.assert !== null) filters.push(["asked", `Asked for ${all.filter((e) => e.asked).length}`]);
  for (const kind of Object.keys(words)) {
    const n = all.filter((e) => e.kind === kind).length;
    if (n) filters.push([kind, kind === "assert" ? plural(n, "assert") : `${n} ${words[kind]}`]);
  }
  filters.push(["", `All ${all.length}`]);
  // Problems first; of a model without any, all is shown.
  let kind = filters.find(([of]) => of !== "in-bounds" && of !== "assert")[0];
  const delay = 120; // ms, until somebody who types has stopped
  let typed = 0;
  const search = el("input", { type: "search", placeholder: "kernel, input, size, line, or a line of a log",
    "aria-label": "Search", oninput: () => {
      clearTimeout(typed);
      typed = setTimeout(() => {
        page.forget();
        apply();
      }, delay);
    } });
  const status = el("p", { class: "nothing", role: "status" });
  const ofKind = (e) => kind === "" || e.kind === kind || (kind === "asked" && e.asked);
  const button = (text, onclick) => el("button", { type: "button", onclick: () => {
    page.forget();
    onclick();
    search.focus();
  } }, text);
  const apply = () => {
    const found = searchFor(search.value), isSearch = search.value.trim() !== "";
    const numbers = page.views.map((v) => v.filter((...of) => ofKind(of[0]) && found(...of), kind === "" && !isSearch));
    const number = numbers.reduce((a, b) => a + b, 0);
    status.replaceChildren();
    if (isSearch && number) {
      status.append(`${number} found.`);
      for (const v of page.views.filter((_, i) => numbers[i]).slice(0, openAtFirst)) v.element.open = true;
    } else if (!number && all.length) {
      const others = page.views.flatMap((v) => v.calls.flatMap((c) => c.entries.filter((e) => found(e, c.call, v.model)))).length;
      status.append("No match. Search looks at the names, lines, code, inputs, sizes and messages of what the filter shows. ",
        others ? button(`Show ${others} among all`, () => page.choose("")) : button("Reset the search", page.showAll));
    }
    for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.kind === kind));
  };
  page.choose = (of) => {
    kind = of;
    apply();
  };
  page.showAll = () => {
    search.value = "";
    page.choose("");
  };
  const buttons = filters.map(([of, text]) => el("button", { type: "button", "data-kind": of, onclick: () => {
    page.forget();
    page.choose(of);
  } }, words[of] ? el("span", { class: "dot " + of }) : null, text));
  return { bar: el("div", { class: "tools" }, ...buttons, search), status, apply, isAll: () => kind === "" };
}

const thePage = new Page();

function main() {
  const page = thePage;
  document.title = `${base(data.path)}: trace of its indices`;
  const sections = data.models.map((model) => sectionOf(page, model));
  const tools = toolsOf(page);
  document.getElementById("page").append(el("header", {}, el("h1", {}, ...breakable(data.path)),
    el("p", {}, "Where the indices in the model's kernels come from, and whether some input " +
      `drives them out of bounds. Made by aoti-tidy ${data.tool.version}.`,
      data.kernel !== null ? ` Only kernels named "${data.kernel}".` : "",
      data.assert !== null ? ` Only asserts like "${data.assert}".` : "")),
  bannerOf(page), tools.bar, tools.status, ...sections);
  tools.apply();
  const shown = page.views.filter((v) => !v.element.hidden);
  for (const v of shown.slice(0, tools.isAll() ? 1 : openAtFirst)) v.element.open = true;
  window.addEventListener("hashchange", () => page.go());
  // A link to where the address is already changes nothing.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) page.go();
  });
  page.go();
}

main();
