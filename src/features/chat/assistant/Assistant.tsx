import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import badge from '#assets/mascot/badge.svg?url';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { arrow } from '#ui/icons.ts';
import { messages } from './messages.ts';
import { MAX_CHARS } from './redact.ts';
import type { Conversation } from './store.ts';
import { prefetchLiveData } from './live-data.ts';
import { TurnView } from './TurnView.tsx';

interface Props {
  conversation: Conversation;
  heading: string;
  disclosure: string;
  /** The number of a coach whom the visitor can write to if the assistant's content does not load. */
  whatsapp: string | null;
  dutyPhone: string | null;
  path: string;
  onOpen: (open: boolean) => void;
  wanted: boolean;
}

export function Assistant(props: Props) {
  const { conversation, heading, disclosure, whatsapp, dutyPhone, path, onOpen, wanted } = props;
  const turns = useStore(conversation.$turns);
  const knowledge = useStore(conversation.$knowledge);
  const [isOpen, setOpen] = useState(wanted);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const id = useId();
  const { id: lastId, state: lastState, shown: lastShown } = turns.at(-1) ?? {};
  const isDanger = lastShown?.danger === true;

  const open = (to: boolean) => {
    if (to) prefetchLiveData();
    setOpen(to);
    onOpen(to);
  };
  useEffect(() => {
    conversation.warmUp();
    onOpen(wanted);
    if (wanted) field.current?.focus();
    // This effect runs once, because `open` handles every later change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // The newest question moves to the top of the list, so that its answer appears below it.
  useEffect(() => {
    const list = log.current;
    const newest = list?.lastElementChild;
    // `scrollIntoView` would also scroll the dialog, so the list itself is scrolled.
    if (list && newest instanceof HTMLElement) list.scrollTop = newest.offsetTop - list.offsetTop;
  }, [isOpen, lastId, lastState]);

  const askQuestion = (question: string) => {
    if (question.trim() === '') return field.current?.focus();
    open(true);
    setText('');
    void conversation.ask(question);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    askQuestion(text);
  };
  const words = knowledge?.words;
  const ownSuggestions = knowledge?.suggestions ?? [];
  const suggestions =
    (ownSuggestions.find(({ page }) => page === path) ?? ownSuggestions.find(({ page }) => page === ''))
      ?.questions ?? [];

  return (
    <section className={isOpen ? 'assistant open' : 'assistant'} aria-labelledby={`${id}-heading`}>
      <header className="assistant-head">
        <img src={badge} width="48" height="48" alt="" />
        <div>
          <h3 id={`${id}-heading`}>{words?.heading ?? heading}</h3>
          <p id={`${id}-what`}>{words?.disclosure ?? disclosure}</p>
        </div>
        {isOpen && (
          <p className="assistant-tools">
            <button className="text-button assistant-back" type="button" onClick={() => open(false)}>
              {messages.back}
            </button>
            {turns.length > 0 && (
              <button
                className="text-button"
                type="button"
                onClick={() => {
                  conversation.clear();
                  field.current?.focus();
                }}
              >
                {messages.clear}
              </button>
            )}
          </p>
        )}
      </header>
      {turns.length === 0 && words && <p className="assistant-opening">{words.opening}</p>}
      {isOpen && turns.length > 0 && (
        <div
          className="assistant-log"
          ref={log}
          role="log"
          aria-live="polite"
          aria-label={words?.heading ?? heading}
        >
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              whatsapp={knowledge?.whatsapp ?? whatsapp}
              dutyPhone={knowledge?.dutyPhone ?? dutyPhone}
              onAgain={() => void conversation.again(turn.id)}
            />
          ))}
        </div>
      )}
      {suggestions.length > 0 && lastState !== 'thinking' && !isDanger && (
        <ul
          className={turns.length > 0 ? 'assistant-suggestions row' : 'assistant-suggestions'}
          aria-label={messages.tryThese}
        >
          {suggestions
            .filter((question) => !turns.some((turn) => turn.question === question))
            .map((question) => (
              <li key={question}>
                <button className="chip" type="button" onClick={() => askQuestion(question)}>
                  {question}
                </button>
              </li>
            ))}
        </ul>
      )}
      <form className="assistant-form" onSubmit={submit}>
        <label className="sr-only" htmlFor={`${id}-question`}>
          {messages.label}
        </label>
        <input
          id={`${id}-question`}
          ref={field}
          className="input"
          value={text}
          maxLength={MAX_CHARS}
          autoComplete="off"
          enterKeyHint="send"
          placeholder={words?.placeholder ?? messages.label}
          aria-describedby={`${id}-what`}
          // The field opens on a click and not on focus, so keyboard users who pass it still see the
          // choices.
          onClick={() => open(true)}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" aria-label={messages.ask}>
          <Icon path={arrow} />
        </Button>
      </form>
    </section>
  );
}
