import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { close } from '#ui/icons.ts';
import { useModal } from '#ui/use-modal.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { sheetMessages } from './messages.ts';

interface Props {
  title: string;
  names?: readonly string[];
  /** A small line below the title names the class or camp, the base and the day. */
  about: string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog. On a phone it is at the bottom, near the button that opened it. */
export function Sheet({ title, names = [], about, children, onClose }: Props) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog roster-dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      onClose={onClose}
    >
      <hgroup>
        <h2 id={id}>
          <WithNames text={title} names={names} />
        </h2>
        <p id={`${id}-about`} className="quiet">
          {about}
        </p>
      </hgroup>
      {children}
      <button type="button" className="icon-button x" aria-label={sheetMessages.close} onClick={onClose}>
        <Icon path={close} />
      </button>
    </dialog>
  );
}
