import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import '#ui/staff/paynow/code.css';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { question } from '#ui/staff/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { type ParentAnswers, hasAnswered } from './parent-answers.ts';
import { askMessages } from './messages.ts';

interface Props {
  answers: ParentAnswers;
  parentName: string | null;
  parentEmail: string | null;
  /** What is booked, with the child's first name. It is part of the chat's text. */
  booked: string;
}

/** Asks the parent to enter health, contacts and collectors on their own phone before the sale ends. */
export function AskParent({ answers, parentName, parentEmail, booked }: Props) {
  const link = useStore(answers.$link);
  const children = useStore(answers.$answers);
  const [copyText, setCopyText] = useState('');
  const isDone = children?.every(hasAnswered) === true;
  return (
    <section className="sheet ask-parent no-print" aria-labelledby="ask-parent">
      <header>
        <h2 id="ask-parent">{isDone ? askMessages.parentAnswered : askMessages.title}</h2>
      </header>
      {!isDone && <p className="quiet">{askMessages.text}</p>}
      <ul aria-live="polite">
        {children?.map((child) => (
          <li key={child.child} className={hasAnswered(child) ? 'answered' : 'open'}>
            <Icon path={hasAnswered(child) ? check : question} />
            <span>
              <b>{child.name}:</b> {askMessages.state(child)}
            </span>
          </li>
        ))}
      </ul>
      {!isDone && link.state === 'failed' && (
        <Notice
          tone="bad"
          actions={
            <Button kind="line" small onClick={() => void answers.makeLink()}>
              {askMessages.tryAgain}
            </Button>
          }
        >
          {askMessages.failed}
        </Notice>
      )}
      {!isDone && link.state === 'loading' && (
        <span className="skeleton ask-code" role="status" aria-label={askMessages.loading} />
      )}
      {!isDone && link.state === 'ready' && (
        <div className="ask-ways cluster gap-4">
          <img
            className="ask-code"
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link.address, { border: 2 }))}`}
            width="220"
            height="220"
            alt={askMessages.code}
          />
          <div className="row">
            <ButtonLink
              kind="line"
              small
              href={whatsappLink('', askMessages.chat(parentName, booked, link.address))}
              target="_blank"
              rel="noopener"
            >
              {askMessages.whatsapp}
            </ButtonLink>
            <ButtonLink
              kind="line"
              small
              href={`mailto:${parentEmail ?? ''}?subject=${encodeURIComponent(askMessages.subject)}&body=${encodeURIComponent(askMessages.chat(parentName, booked, link.address))}`}
            >
              {askMessages.mail}
            </ButtonLink>
            <Button
              kind="line"
              small
              onClick={() =>
                void navigator.clipboard.writeText(link.address).then(
                  () => setCopyText(askMessages.copied),
                  () => setCopyText(askMessages.notCopied),
                )
              }
            >
              {askMessages.copy}
            </Button>
            <p className="quiet" role="status">
              {copyText}
            </p>
          </div>
        </div>
      )}
    </section>
  );
}
