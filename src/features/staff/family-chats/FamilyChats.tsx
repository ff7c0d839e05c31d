import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import type { ChatFamily, ChatParent, FamilyChats as Chats } from '#contract/family-chats.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { failureReason } from '#ui/failed/failure-reason.ts';
import { Guarded } from '#ui/Guarded.tsx';
import { Icon } from '#ui/Icon.tsx';
import { print } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { FamilyRow } from './FamilyRow.tsx';
import { cancelledDaysText, chatText, failureText, messages, usualTexts, TEXT_MAX } from './messages.ts';
import { idOf, numbersText, readList } from './model.ts';
import { createFamilyChats, type FamilyChatsStore } from './store.ts';

const guard = createAccess({ roles: ['coach', 'admin', 'business_admin'], fallback: paths.home });

/**
 * The screen `/management/family-chats` lists the families of a class, camp or message, so that staff
 * can write by WhatsApp or call.
 */
const FamilyChats = () => (
  <Guarded guard={guard} waiting={<Loading />}>
    {() => <Screen />}
  </Guarded>
);

function Screen() {
  const [store] = useState(() => {
    const list = readList(location.search);
    return list && createFamilyChats(list);
  });
  return store === null ? (
    <EmptyState level={1} title={messages.nothingChosen}>
      {messages.nothingChosenText}
    </EmptyState>
  ) : (
    <List store={store} />
  );
}

function List({ store }: { store: FamilyChatsStore }) {
  const view = useStore(store.$view);
  useEffect(() => void store.open(), [store]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed')
    return (
      <NotLoaded title={messages.failed} onRetry={() => void store.retry()}>
        {failureText(view.code) ?? failureReason()}
      </NotLoaded>
    );
  return <Families store={store} chats={view.chats} clockOffset={view.clockOffset} />;
}

interface Props {
  store: FamilyChatsStore;
  chats: Chats;
  clockOffset: number;
}

function Families({ store, chats, clockOffset }: Props) {
  const outcome = useStore(store.$outcome);
  const text = useStore(store.$text);
  const busy = useStore(store.$busy);
  const { families, places, message, occasion, more } = chats;
  return (
    <div className="family-chats stack">
      <header className="stack gap-1.5">
        <div className="staff-head">
          <h1>{messages.title}</h1>
          {families.length > 0 && <Tools families={families} />}
        </div>
        {message && <p>{messages.message(message.subject)}</p>}
        {places.map((place) => (
          <p key={place.id}>{longPlaceText(place)}</p>
        ))}
        <p className="quiet no-print">{messages.logged}</p>
      </header>
      {families.length === 0 ? (
        <EmptyState title={messages.none} />
      ) : (
        <>
          <TextForm store={store} text={text} chats={chats} hasUsual={occasion === 'notice'} />
          {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
          <section className="sheet" aria-labelledby="family-chats-count">
            <header>
              <h2 id="family-chats-count">
                <span role="status">{messages.count(families)}</span>
              </h2>
            </header>
            <ul>
              {families.map((family) => (
                <FamilyRow
                  key={idOf(family)}
                  store={store}
                  chats={chats}
                  family={family}
                  text={text}
                  clockOffset={clockOffset}
                />
              ))}
            </ul>
            {more && (
              <div className="rest">
                <Button kind="line" small busy={busy} onClick={() => void store.showMore()}>
                  {messages.more}
                </Button>
              </div>
            )}
          </section>
        </>
      )}
    </div>
  );
}

function Tools({ families }: { families: readonly ChatFamily[] }) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  return (
    <div className="row no-print">
      <Button
        kind="line"
        small
        onClick={() =>
          void navigator.clipboard.writeText(numbersText(families)).then(
            () => setIsCopied(true),
            () => setIsCopied(false),
          )
        }
      >
        {messages.copy}
      </Button>
      <Button kind="line" small onClick={() => window.print()}>
        <Icon path={print} />
        <span>{messages.print}</span>
      </Button>
      <span className="quiet" role="status">
        {isCopied !== null && (isCopied ? messages.copied : messages.notCopied)}
      </span>
    </div>
  );
}

interface TextFormProps {
  store: FamilyChatsStore;
  text: string;
  chats: Chats;
  hasUsual: boolean;
}

function TextForm({ store, text, chats, hasUsual }: TextFormProps) {
  const first: readonly [ChatFamily, ChatParent] | undefined = chats.families.flatMap((family) =>
    family.parents.map((parent) => [family, parent] as const),
  )[0];
  return (
    <section className="sheet family-chats-words no-print" aria-label={messages.words}>
      {hasUsual && (
        <div className="row">
          {[cancelledDaysText(chats), ...usualTexts]
            .filter((one) => one !== null)
            .map(([label, usual]) => (
              <Button
                key={label}
                kind="line"
                small
                aria-pressed={text === usual}
                onClick={() => store.$text.set(usual)}
              >
                {label}
              </Button>
            ))}
        </div>
      )}
      <TextArea
        id="chat-words"
        label={messages.words}
        hint={messages.wordsHint}
        value={text}
        most={TEXT_MAX}
        onType={(typed) => store.$text.set(typed)}
      />
      {first && (
        <details>
          <summary>{messages.example}</summary>
          <p className="family-chats-example">{chatText(chats, ...first, text)}</p>
        </details>
      )}
      <p className="quiet">{messages.how}</p>
    </section>
  );
}

const Loading = () => (
  <ScreenWaiting title={messages.title} label={messages.loading} className="stack" bars={['title', 'list']} />
);

export default inBoundary(FamilyChats);
