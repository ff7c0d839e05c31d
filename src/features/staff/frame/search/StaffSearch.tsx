import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { hasManagerRole } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { Icon } from '#ui/Icon.tsx';
import { close as closeIcon } from '#ui/icons.ts';
import { search as searchIcon } from '#ui/staff/icons.ts';
import { useModal } from '#ui/use-modal.ts';
import { searchMessages as words } from './messages.ts';
import { SEARCH_MAX } from './model.ts';
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
  const rows = useStore(search.$rows);
  const opened = useStore(search.$opened);
  const chosenIndex = useStore(search.$chosen);
  const dialog = useModal();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenIndex, rows]);

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    // The arrow keys still move inside the typed text.
    if (key === 'ArrowRight' && isAtEnd) {
      if (!search.openActions()) return;
    } else if (key === 'ArrowLeft' || key === 'Escape') {
      if (!search.closeActions()) return;
    } else if (key === 'ArrowDown') search.move(1);
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
          aria-expanded={rows.length > 0}
          aria-controls="staff-rows"
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? rowId(chosenIndex) : undefined}
          placeholder={words.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={({ currentTarget }) => search.type(currentTarget.value)}
          onKeyDown={press}
        />
        <button className="icon-button" type="button" aria-label={words.close} onClick={onClose}>
          <Icon path={closeIcon} />
        </button>
      </div>
      <p className="finder-state" role="status">
        {opened === null ? stateWords(results, hasManagerRole(roles)) : words.actionsOf(opened.title)}
      </p>
      <div
        className="finder-rows"
        id="staff-rows"
        role="listbox"
        aria-label={words.results}
        aria-busy={results.state === 'searching'}
        ref={list}
        hidden={rows.length === 0}
      >
        {opened !== null && (
          <RowOption
            className="finder-back"
            label={words.back}
            onPress={() => {
              search.closeActions();
            }}
          />
        )}
        {/* The focus stays in the field. The rows are links, so a click can also open a new tab. */}
        {rows.map((row, index) => (
          <div key={row.id} role="presentation" className="finder-row">
            <a
              id={rowId(index)}
              role="option"
              aria-selected={index === chosenIndex}
              href={row.href}
              tabIndex={-1}
            >
              <span className="tag">{words.kinds[row.kind]}</span>
              <b>{row === opened ? `${words.open(words.kinds[row.kind])}: ${row.title}` : row.title}</b>
              {row.detail !== '' && <small>{row.detail}</small>}
            </a>
            {row !== opened && row.actions !== undefined && (
              <RowOption
                className="finder-more"
                label={words.more}
                longLabel={words.moreOf(row.title)}
                onPress={() => search.openActions(row)}
              />
            )}
          </div>
        ))}
      </div>
    </dialog>
  );
}

interface OptionProps {
  className: string;
  label: string;
  longLabel?: string;
  onPress: () => void;
}
/**
 * An option of a row. The arrow keys skip it, because → and ← do the same. It is for a finger, a mouse and a screen
 * reader.
 */
const RowOption = ({ className, label, longLabel = label, onPress }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    role="option"
    aria-selected={false}
    aria-label={longLabel}
    tabIndex={-1}
    className={className}
    // The focus stays in the field.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {label}
  </div>
);

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
