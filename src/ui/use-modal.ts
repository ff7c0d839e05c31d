import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog that is open while mounted. It must be closed before it leaves the page, because only then does the browser
 * return the focus.
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
