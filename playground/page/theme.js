/**
 * Dark or light: as the system has it, or as the reader chose, which this browser remembers.
 */

/** What can be chosen, in the words of the page. */
export const THEMES = { system: "Like my system", dark: "Dark", light: "Light" };

export function theme() {
  return document.documentElement.dataset.theme;
}

export function chooseTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("theme", name);
}

/** Another tab of this page chose: follow it. */
export function listenToTheme() {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") document.documentElement.dataset.theme = newValue ?? "system";
  });
}
