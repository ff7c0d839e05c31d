type Press = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>;

/**
 * Handles a click on a link that the page itself follows. The browser handles a click that opens a new tab or window.
 */
export const inPage = (follow: () => void) => (press: Press) => {
  if (press.ctrlKey || press.metaKey || press.shiftKey) return;
  press.preventDefault();
  follow();
};
