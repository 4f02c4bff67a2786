const normal = (text) => text.toLowerCase().replace(/[\s\u00a0]+/g, " ").trim();
const squeezed = (text) => normal(text).replaceAll(" ", "");

const stringsOf = (of) => of && typeof of === "object" ? Object.values(of).flatMap(stringsOf) : [String(of ?? "")];

// All text of an entry, and of what its chain leads to.
function textOf(model, call, entry) {
  if (entry.searched !== undefined) return entry.searched;
  const places = [entry, call, call.call].flatMap((at) =>
    [shortName, base].map((short) => `${short(model.files[at.file])}:${at.line}`));
  const parts = [`${call.kernel}, line ${entry.line}`, call.madeOf, places, words[entry.kind], failing[entry.canFail],
    entry, checkedWhen[model.checks], (entry.names || []).map((index) => call.names[index]),
    call.parameters[entry.parameter]];
  return entry.searched = normal(stringsOf(parts).filter((p) => p).join("\n"));
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
