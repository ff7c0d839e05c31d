import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog that is open as long as it is drawn. Closed while it still stands in the page: only then does the browser
 * give the focus back to where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
