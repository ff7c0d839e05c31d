import { whatsappLink } from '#domain/whatsapp.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { arrow, chat } from '#ui/icons.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { messages, toCoach } from './messages.ts';
import type { DisplayedAnswer, AnswerPart, Turn } from './turns.ts';

interface Props {
  turn: Turn;
  whatsapp: string | null;
  dutyPhone: string | null;
  onAgain: () => void;
}

export function TurnView({ turn: { question, state, shown }, whatsapp, dutyPhone, onAgain }: Props) {
  return (
    <div className="assistant-turn">
      <p className="assistant-question">
        <span className="sr-only">{messages.yourQuestion}: </span>
        {question}
      </p>
      {state === 'thinking' && <Spinner>{messages.thinking}</Spinner>}
      {shown && (
        <div
          role={shown.danger ? 'alert' : undefined}
          className={state === 'failed' || shown.danger ? 'assistant-answer not-come' : 'assistant-answer'}
        >
          <span className="sr-only">{messages.answered}: </span>
          {shown.note && <p>{shown.note}</p>}
          {shown.parts.map((part, index) => (
            <PartView key={index} part={part} />
          ))}
        </div>
      )}
      {shown?.danger && <Danger phone={dutyPhone ?? whatsapp} />}
      {state !== 'thinking' && !shown?.danger && (
        <p className="assistant-ways">
          {state === 'failed' && (
            <Button kind="line" small onClick={onAgain}>
              {messages.tryAgain}
            </Button>
          )}
          {shown?.nextStep && (
            <a className="button small" href={shown.nextStep.href} data-closes>
              {shown.nextStep.label}
            </a>
          )}
          {whatsapp && (
            <a
              className="button line small"
              href={whatsappLink(whatsapp, toCoach(question))}
              target="_blank"
              rel="noopener"
            >
              <Icon path={chat} />
              {messages.whatsapp} <span className="sr-only">{messages.newTab}</span>
            </a>
          )}
        </p>
      )}
      {shown && shown.more.length > 0 && <More links={shown.more} />}
    </div>
  );
}

const Danger = ({ phone }: { phone: string | null }) => (
  <p className="assistant-ways">
    <a className="button solid" href="tel:995">
      {messages.call}
    </a>
    {phone && (
      <a className="button line" href={`tel:${phone.replaceAll(' ', '')}`}>
        {messages.callTeam}: {phone}
      </a>
    )}
  </p>
);

const origins = {
  fact: messages.liveAnswer,
  quote: messages.quoted,
  written: messages.written,
  composed: messages.composed,
};

function PartView({ part }: { part: AnswerPart }) {
  return (
    <div className={`assistant-part ${part.kind}`}>
      <p className="assistant-origin">{origins[part.kind]}</p>
      {part.kind === 'fact' && part.lines.map((line) => <p key={line}>{line}</p>)}
      {part.kind === 'quote' && (
        <blockquote>
          <b>{part.title}</b>
          {part.text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </blockquote>
      )}
      {(part.kind === 'written' || part.kind === 'composed') && <p>{part.text}</p>}
      {sourcesOf(part).map((source) => (
        <Source key={source.href} {...source} />
      ))}
    </div>
  );
}

const sourcesOf = (part: AnswerPart): DisplayedAnswer['more'] =>
  part.kind === 'composed' ? part.sources : part.href ? [{ href: part.href, where: part.where }] : [];

const Source = ({ href, where }: DisplayedAnswer['more'][number]) => (
  <a className="assistant-source" href={href} data-closes>
    {where}
    <Icon path={arrow} />
  </a>
);

const More = ({ links }: { links: DisplayedAnswer['more'] }) => (
  <p className="assistant-more">
    <span>{messages.more}: </span>
    {links.map(({ href, where }) => (
      <a key={href} href={href} data-closes>
        {where}
      </a>
    ))}
  </p>
);
