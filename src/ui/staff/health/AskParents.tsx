import { personLine } from '#domain/contact-messages.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '../../Button.tsx';
import { useAction } from '../../kit/use-action.ts';
import { askMessages, type AskedAbout } from './messages.ts';
import './ask-parents.css';

interface Props {
  about: AskedAbout;
  parents: readonly { name: string; phone: string }[];
  /** Sends the parents an e-mail, which needs a network. A chat does not. */
  onAsk: () => Promise<keyof typeof askMessages.outcome>;
}

/** Asks the parents of a child without health information, by chat or by e-mail. The chat also works offline. */
export function AskParents({ about, parents, onAsk }: Props) {
  const { busy, outcome, run } = useAction<{ state: keyof typeof askMessages.outcome }>();
  const ask = () => run(async () => ({ state: await onAsk() }));
  // Only a failed request can be repeated.
  const isDone = outcome !== null && outcome.state !== 'failed';
  return (
    <div className="ask-parents no-print" role="group" aria-label={askMessages.group(about)}>
      {parents.map(({ name, phone }) => (
        <ButtonLink
          key={phone}
          kind="line"
          small
          href={whatsappLink(phone, askMessages.chat(name, about))}
          target="_blank"
          rel="noopener"
          aria-label={askMessages.whatsappOf(name, about.name)}
        >
          {askMessages.whatsapp(name)}
        </ButtonLink>
      ))}
      {!isDone && (
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={askMessages.mailOf(about)}
          onClick={() => void ask()}
        >
          {askMessages.mail}
        </Button>
      )}
      <p role="status">{outcome && askMessages.outcome[outcome.state]}</p>
      {outcome?.state === 'no_link' &&
        parents.map(({ name, phone }) => (
          <a key={phone} href={`tel:${phone}`}>
            {askMessages.call(personLine({ name, relationship: null, phone }))}
          </a>
        ))}
    </div>
  );
}
