import { type ReactNode, useEffect, useId, useRef } from 'react';
import './confirm.css';
import { ConfirmActions } from './ConfirmActions.tsx';

interface Props {
  title: string;
  /** A text that says who, what, where and when, if there are several similar items on the screen. */
  about?: string | undefined;
  yes: string;
  no: string;
  busy: boolean;
  /** False while something required is missing, such as a typed word. */
  mayYes?: boolean;
  /** True if the action removes something or cannot be undone. */
  harm?: boolean;
  children: ReactNode;
  onYes: () => void;
  onNo: () => void;
}

/**
 * A question in the page before an action that other people notice or that cannot be undone. Its title gets the focus.
 */
export function Confirm({
  title,
  about,
  yes,
  no,
  busy,
  mayYes = true,
  harm = false,
  children,
  onYes,
  onNo,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <div
      className="confirm"
      role="group"
      aria-labelledby={id}
      aria-describedby={about ? `${id}-about` : undefined}
    >
      <div>
        <h3 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {about && (
          <p id={`${id}-about`} className="confirm-about">
            {about}
          </p>
        )}
      </div>
      <div className="confirm-text">{children}</div>
      <ConfirmActions
        small
        keep={no}
        onKeep={onNo}
        act={yes}
        onAct={onYes}
        busy={busy}
        waits={!mayYes}
        harm={harm}
      />
    </div>
  );
}
