import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { messages } from './messages.ts';
import type { OrderStore } from './store.ts';

interface Props {
  manage: OrderStore;
  help: string;
  lineId?: string;
  names: readonly string[];
}

export function Note({ manage, help, lineId, names }: Props) {
  const outcome = useStore(manage.$outcome);
  const note = outcome?.lineId === lineId ? outcome : null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!note) return;
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [note]);
  return (
    <div ref={box} tabIndex={-1} className="manage-note">
      {note && (
        <Notice
          tone={note.tone}
          actions={
            note.help && (
              <ButtonLink kind="line" small href={help} target="_blank" rel="noopener">
                <Icon path={chat} />
                {messages.help}
              </ButtonLink>
            )
          }
        >
          <WithNames text={note.text} names={names} />
        </Notice>
      )}
    </div>
  );
}
