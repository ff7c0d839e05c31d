/** Puts a part of a page in the document at once, as a browser does: its elements find what stands in them. */
export function showPage(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.replaceChildren(page);
  return page;
}

/** What stands there; a test without it means nothing. */
export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`No ${selector}`);
  return found;
}
