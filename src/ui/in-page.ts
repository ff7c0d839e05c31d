type Press = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>;

/** For a link that this page follows itself. A press for a new tab or window stays with the browser. */
export const inPage = (follow: () => void) => (press: Press) => {
  if (press.ctrlKey || press.metaKey || press.shiftKey) return;
  press.preventDefault();
  follow();
};
