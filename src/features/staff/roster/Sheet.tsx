import { type ReactNode, useId } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { close } from '../../../ui/icons.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { sheetWords } from './messages.ts';

/** A sheet from below on a phone, under the thumb that opened it. */
export function Sheet({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog ref={dialog} className="dialog roster-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <button type="button" className="icon-button x" aria-label={sheetWords.close} onClick={onClose}>
        <Icon path={close} />
      </button>
    </dialog>
  );
}
