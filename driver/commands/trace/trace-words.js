// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// An element with attributes and children. Whatever a package says becomes
// text, never markup.
function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return made;
}

const words = {
  "out-of-bounds": "out of bounds",
  "not-decided": "not decided",
  "not-followed": "not followed",
  "in-bounds": "in bounds",
  "assert": "assert",
};
const failing = { "yes": "can fail", "no": "cannot fail", "unknown": "not decided" };
const checkedWhen = {
  "never": "never checked",
  "on-request": "checked only with AOTI_RUNTIME_CHECK_INPUTS=1",
  "always": "checked at every run",
  "unknown": "when it is checked is not known",
};
const deviceNames = { cpu: "the CPU", cuda: "a CUDA GPU", xpu: "an XPU", mps: "an MPS GPU" };

const base = (path) => path.slice(path.lastIndexOf("/") + 1);
// Inductor names its files by a hash of 52 letters, which tells nobody anything.
const shortName = (path) => base(path).replace(/^c[a-z2-7]{51}\./, "");
const plural = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;
const joined = (parts) => parts.filter((p) => p).join(", ");
const layout = (tensor) =>
  `${tensor.dtype || "unknown dtype"} [${tensor.sizes.join(", ")}]`;
// "input 2 'history'": what forward() calls it, where that is known.
const inputName = (model, index) => {
  const name = (model.inputs[index] || {}).originalName;
  return `input\u00a0${index}${name ? `\u00a0'${name}'` : ""}`;
};
const rangeOf = (dim) => dim.upper === null ? `${dim.lower} or more` : `${dim.lower} to ${dim.upper}`;

// Names that are long may be broken after underscores.
function breakable(text) {
  return text.split(/(?<=_)/).flatMap((part, i) => (i ? [el("wbr", {}), part] : [part]));
}

function row(list, term, ...description) {
  if (description.some((d) => d !== "" && d !== null && d !== undefined))
    list.append(el("dt", {}, term), el("dd", {}, ...description));
}
