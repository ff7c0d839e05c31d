import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { manages } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { Icon } from '#ui/Icon.tsx';
import { close as closeIcon } from '#ui/icons.ts';
import { search as searchIcon } from '#ui/staff/icons.ts';
import { useModal } from '#ui/use-modal.ts';
import { searchMessages as words } from './messages.ts';
import { SEARCH_MOST } from './model.ts';
import { createSearch, type Results } from './store.ts';

interface Props {
  roles: readonly Role[];
  onClose: () => void;
  go: (href: string) => void;
}

/** Staff type a text and use the arrow keys to choose from everything that they may see. */
export function StaffSearch({ roles, onClose, go }: Props) {
  const [search] = useState(() => createSearch(roles));
  const text = useStore(search.$text);
  const results = useStore(search.$results);
  const chosenIndex = useStore(search.$chosen);
  const dialog = useModal();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenIndex, results]);

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') search.move(1);
    else if (key === 'ArrowUp') search.move(-1);
    else if (key === 'Enter') {
      const row = search.chosen();
      if (row) go(row.href);
    } else return;
    event.preventDefault();
  }

  const rowId = (at: number) => `staff-row-${at}`;
  return (
    <dialog
      className="dialog staff-finder"
      ref={dialog}
      aria-label={words.title}
      closedby="any"
      onClose={onClose}
    >
      <div className="finder-field">
        <Icon path={searchIcon} />
        <input
          type="text"
          role="combobox"
          aria-label={words.label}
          aria-expanded={results.rows.length > 0}
          aria-controls="staff-rows"
          aria-autocomplete="list"
          aria-activedescendant={results.rows.length > 0 ? rowId(chosenIndex) : undefined}
          placeholder={words.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={SEARCH_MOST}
          value={text}
          onChange={({ currentTarget }) => search.type(currentTarget.value)}
          onKeyDown={press}
        />
        <button className="icon-button" type="button" aria-label={words.close} onClick={onClose}>
          <Icon path={closeIcon} />
        </button>
      </div>
      <p className="finder-state" role="status">
        {stateWords(results, manages(roles))}
      </p>
      <div
        className="finder-rows"
        id="staff-rows"
        role="listbox"
        aria-label={words.results}
        aria-busy={results.state === 'searching'}
        ref={list}
        hidden={results.rows.length === 0}
      >
        {/* The focus stays in the field. The rows are links, so a click can also open a new tab. */}
        {results.rows.map(({ id, kind, title, detail, href }, index) => (
          <a
            key={id}
            id={rowId(index)}
            role="option"
            aria-selected={index === chosenIndex}
            href={href}
            tabIndex={-1}
          >
            <span className="tag">{words.kinds[kind]}</span>
            <b>{title}</b>
            {detail !== '' && <small>{detail}</small>}
          </a>
        ))}
      </div>
    </dialog>
  );
}

function stateWords({ state, text, rows }: Results, isManager: boolean): string {
  switch (state) {
    case 'idle':
      return isManager ? words.begin : words.beginCoach;
    case 'searching':
      return words.searching;
    case 'failed':
      return words.failed;
    case 'ready':
      return rows.length === 0 ? words.nothing(text) : words.count(rows.length);
  }
}
