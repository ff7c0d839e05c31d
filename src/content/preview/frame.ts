/** A frame around the text that a click would open. Styled by hand: it belongs to no page. */
export function frame() {
  const box = document.createElement('div');
  Object.assign(box.style, {
    position: 'fixed',
    pointerEvents: 'none',
    zIndex: '2147483647',
    border: '2px solid #556bfc',
    borderRadius: '4px',
    display: 'none',
  });
  document.body.append(box);
  return {
    show(element: Element) {
      const { left, top, width, height } = element.getBoundingClientRect();
      Object.assign(box.style, {
        display: 'block',
        left: `${left - 4}px`,
        top: `${top - 4}px`,
        width: `${width + 8}px`,
        height: `${height + 8}px`,
      });
    },
    hide: () => (box.style.display = 'none'),
  };
}
