import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ChatFamily, ChatParent, FamilyChats } from '#contract/family-chats.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { contactMessages } from '#ui/staff/messages.ts';
import { sendingText } from '#domain/phone-messages.ts';
import { actionMessages, chatText, familyName, messages } from './messages.ts';
import { canUndo, placesOf } from './model.ts';
import type { FamilyChatsStore } from './store.ts';

interface Props {
  store: FamilyChatsStore;
  chats: FamilyChats;
  family: ChatFamily;
  text: string;
  clockOffset: number;
}

/** Each parent has a number, a prepared message and a tick for "sent". */
export function FamilyRow({ chats, family, ...rest }: Props) {
  const names = family.children.map(({ name }) => name).join(', ');
  return (
    <li className="family-chat">
      {names !== '' && <b>{names}</b>}
      {/* If the list is about a single class or camp, the page's heading names it. */}
      {chats.places.length > 1 &&
        placesOf(family, chats.places).map((place) => (
          <p key={place.id} className="quiet">
            {longPlaceText(place)}
          </p>
        ))}
      {family.parents.map((parent) => (
        <Parent key={parent.profile_id} {...rest} chats={chats} family={family} parent={parent} />
      ))}
    </li>
  );
}

function Parent({ store, chats, family, parent, text, clockOffset }: Props & { parent: ChatParent }) {
  const busy = useStore(store.$busy);
  const [isOpened, setOpened] = useState(false);
  const now = useNow() + clockOffset;
  const { phone, sent } = parent;
  const name = parent.name ?? messages.parent;
  const about = familyName(family, chats.places);
  const isUndoable = sent !== null && canUndo(sent, now);
  return (
    <div className="family-chat-parent">
      <p>
        <span>{name}</span>{' '}
        {phone === null ? (
          <span className="tag bad">{contactMessages.noNumber}</span>
        ) : (
          <a
            className="numbers"
            href={`tel:${phone}`}
            aria-label={actionMessages.call(formatPhone(phone), name, about)}
          >
            {formatPhone(phone)}
          </a>
        )}
      </p>
      {sent && (
        <p className="family-chat-sent">
          <Icon path={check} /> {actionMessages.sent(sent)}
        </p>
      )}
      {(parent.sendings.length > 0 || parent.whatsapp === false) && (
        <ul className="family-chat-sendings">
          {parent.sendings.map((sending) => (
            <li key={sending.channel} className={sending.state === 'not_reached' ? 'bad' : 'quiet'}>
              {sendingText(sending)}
            </li>
          ))}
          {parent.whatsapp === false && <li className="bad">{messages.noWhatsapp}</li>}
        </ul>
      )}
      <div className="row no-print">
        {phone !== null && parent.whatsapp !== false && (
          <ButtonLink
            kind={sent === null && !isOpened ? 'solid' : 'line'}
            small
            href={whatsappLink(phone, chatText(chats, family, parent, text))}
            target="_blank"
            rel="noopener"
            aria-label={actionMessages.writeTo(name, about)}
            onClick={() => setOpened(true)}
          >
            {actionMessages.write}
          </ButtonLink>
        )}
        {sent !== null && isUndoable ? (
          <Button
            kind="line"
            small
            busy={busy}
            aria-label={actionMessages.undoOf(name, about)}
            onClick={() => void store.undo(family, parent, sent.mark_id)}
          >
            {actionMessages.undo}
          </Button>
        ) : (
          phone !== null && (
            <Button
              kind={isOpened && sent === null ? 'solid' : 'line'}
              small
              busy={busy}
              aria-label={(sent === null ? actionMessages.markOf : actionMessages.againOf)(name, about)}
              onClick={() => void store.mark(family, parent)}
            >
              {sent === null ? actionMessages.mark : actionMessages.again}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

const LOOK_MS = 15_000;

/** Returns the device's time. It is read repeatedly, so that an undo button disappears when it is too late. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
