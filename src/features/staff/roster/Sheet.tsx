import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { close } from '#ui/icons.ts';
import { useModal } from '#ui/use-modal.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { sheetMessages } from './messages.ts';

interface Props {
  title: string;
  /** Names in the title. */
  names?: readonly string[];
  /** The class or camp, with base and day: one small line below the title. */
  about: string;
  children: ReactNode;
  onClose: () => void;
}

/** A sheet at the bottom of a phone, near the button that opened it. */
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
