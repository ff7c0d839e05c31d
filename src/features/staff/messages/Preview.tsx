import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Composer } from './composer.ts';
import { MailFrame } from './MailFrame.tsx';
import { writeMessages } from './messages.ts';

const widths = ['phone', 'desktop'] as const;

/** The preview is exactly the mail that the outbox would send. */
export function Preview({ composer }: { composer: Composer }) {
  const { mail, reading, failed } = useStore(composer.$preview);
  const [width, setWidth] = useState<(typeof widths)[number]>('phone');
  return (
    <section className="sheet message-preview" aria-labelledby="look-title" aria-busy={reading}>
      <header>
        <h2 id="look-title">{writeMessages.preview}</h2>
        <div className="message-widths">
          {widths.map((name) => (
            <button
              key={name}
              type="button"
              className="list-view"
              aria-pressed={width === name}
              onClick={() => setWidth(name)}
            >
              {writeMessages[name]}
            </button>
          ))}
        </div>
      </header>
      {failed && (
        <Notice
          tone="bad"
          actions={
            <Button kind="line" small onClick={() => void composer.renderPreview()}>
              {failedMessages.again}
            </Button>
          }
        >
          {writeMessages.drawFailed}
        </Notice>
      )}
      {mail === null ? (
        !failed && <p className="quiet">{reading ? writeMessages.drawing : writeMessages.notYet}</p>
      ) : (
        <div className={`message-mail ${width}${reading ? 'turning' : ''}`}>
          <p className="message-subject">
            <span className="quiet">{writeMessages.from}</span>
            <b>{mail.subject}</b>
          </p>
          <MailFrame html={mail.html} />
        </div>
      )}
    </section>
  );
}
