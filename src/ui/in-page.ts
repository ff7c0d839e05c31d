type Press = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>;

/**
 * Handles a click on a link that the page itself follows. If a click opens a new tab or window, the browser handles
 * it.
 */
export const inPage = (follow: () => void) => (press: Press) => {
  if (press.ctrlKey || press.metaKey || press.shiftKey) return;
  press.preventDefault();
  follow();
};
