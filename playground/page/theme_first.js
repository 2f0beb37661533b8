/* Before anything is painted: the theme that the reader chose, so that the page does not flash in another. */
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "system";
