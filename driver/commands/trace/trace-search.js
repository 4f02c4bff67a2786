const normal = (text) => text.toLowerCase().replace(/[\s\u00a0]+/g, " ").trim();
const squeezed = (text) => normal(text).replaceAll(" ", "");

const witnessesOf = (entry) => [entry.witness, ...(entry.witnesses || [])].filter((w) => w);

// All text that is shown of an entry.
function textOf(model, call, entry) {
  if (entry.searched !== undefined) return entry.searched;
  const place = (at) => [shortName(model.files[at.file]), base(model.files[at.file])].map((f) => `${f}:${at.line}`);
  const parts = [`${call.kernel}, line ${entry.line}`, call.madeOf, ...place(entry), ...place(call),
    ...place(call.call), entry.text, entry.code, words[entry.kind], failing[entry.canFail], entry.inModel,
    entry.condition, entry.consequence, entry.why, entry.reason, checkedWhen[model.checks],
    entry.write === undefined ? "" : entry.write ? "written to" : "read from", ...(entry.checks || [])];
  for (const index of entry.names || []) {
    const name = call.names[index];
    parts.push(name.name, name.text, name.value, name.range, `${name.name}: ${name.range}`);
    if (name.tensor) parts.push(name.tensor.text);
    if (name.input !== null && name.dim !== null)
      parts.push(`${inputName(model, name.input)}, dimension ${name.dim}`);
    for (const w of witnessesOf(entry)) {
      const size = name.input === null ? null : (w.shapes[name.input] || [])[name.dim];
      if (typeof size === "number") parts.push(`${size} in the example`);
    }
  }
  const parameter = call.parameters[entry.parameter];
  if (parameter) {
    parts.push(parameter.name);
    const of = parameter.tensor;
    if (of) parts.push(of.text, layout(of), of.input === null ? "made by the model" : `${inputName(model, of.input)} ${of.name}`);
  }
  for (const w of witnessesOf(entry)) {
    parts.push(joined([w.text, w.outcome]), w.safeIf && `unless ${w.safeIf}`, w.guard);
    for (const v of w.values) parts.push(`${call.names[v.name].name} is ${v.value} in the example`);
  }
  entry.searched = normal(parts.filter((p) => p).join("\n"));
  return entry.searched;
}

// What says whether an entry is looked for: its text has it; or TEXT is of a log and
// has the assert's message, whatever stands around it, or the entry's file and line.
function searchFor(text) {
  const needle = normal(text);
  if (!needle) return () => true;
  const bare = squeezed(needle);
  const places = new Set(needle.match(/[\w.-]+:\d+/g) || []);
  const isLogged = (entry, model) => {
    if (places.size && places.has(`${base(model.files[entry.file]).toLowerCase()}:${entry.line}`)) return true;
    if (entry.kind !== "assert") return false;
    const message = entry.squeezed ||= squeezed(entry.message);
    return message.length > 5 && (bare.includes(message) || bare.length > 5 && message.includes(bare));
  };
  return (entry, call, model) => textOf(model, call, entry).includes(needle) || isLogged(entry, model);
}
