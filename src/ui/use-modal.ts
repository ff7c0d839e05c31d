import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog must be closed before it leaves the page, or the browser does not return the focus. `onClose` is not called
 * for that.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true });
      element?.close();
    };
  }, []);
  return dialog;
}
