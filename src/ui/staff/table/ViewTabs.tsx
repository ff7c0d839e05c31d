import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { FormElement } from '../../kit/form/FormElement.tsx';
import { Button } from '../../Button.tsx';
import { Field } from '../../Field.tsx';
import { Icon } from '../../Icon.tsx';
import { close } from '../../icons.ts';
import { fillInMessage } from '../../people/messages.ts';
import { showUndo } from './undo.ts';
import type { List } from './list.ts';
import { readQuery, sameQuery, writeQuery } from './query.ts';
import { type OwnView, type SavedView, VIEW_NAME_MAX, type Views } from './views.ts';
import { tableMessages } from './messages.ts';

interface Props<Row> {
  list: List<Row>;
  views: Views;
  ownViews: readonly OwnView[];
}

/** Shows the views of a list as tabs: those of the screen, and those that this person has saved. */
export function ViewTabs<Row>({ list, views, ownViews }: Props<Row>) {
  const query = useStore(list.$query);
  const saved = useStore(views.$views);
  const [naming, setNaming] = useState(false);
  // When the focused element has disappeared (`lost`), the focus moves to the save button or the current view.
  const nav = useRef<HTMLElement>(null);
  const lost = useRef(false);
  useEffect(() => {
    if (!lost.current) return;
    lost.current = false;
    const next = nav.current?.querySelector<HTMLElement>('ul > li > .text-button, [aria-pressed="true"]');
    (next ?? nav.current?.querySelector<HTMLElement>('button'))?.focus();
  });
  const isShown = (view: SavedView) => sameQuery(readQuery(view.search, list.rules), query, list.rules);
  const isKnown = [...ownViews, ...saved].some(isShown);

  function remove(name: string): void {
    const putBack = views.remove(name);
    showUndo(tableMessages.removed(name), tableMessages.undo, putBack);
    lost.current = true;
  }
  function leaveNaming(): void {
    setNaming(false);
    lost.current = true;
  }
  return (
    <nav ref={nav} className="list-views no-print" aria-label={tableMessages.views}>
      <ul>
        {ownViews.map((view) => (
          <li key={view.name}>
            <Tab list={list} view={view} isShown={isShown(view)} />
          </li>
        ))}
        {saved.map((view) => (
          <li key={`own ${view.name}`}>
            <Tab list={list} view={view} isShown={isShown(view)} />
            <button
              type="button"
              className="x"
              aria-label={tableMessages.remove(view.name)}
              onClick={() => remove(view.name)}
            >
              <Icon path={close} />
            </button>
          </li>
        ))}
        {!isKnown && !naming && (
          <li>
            <button type="button" className="text-button" onClick={() => setNaming(true)}>
              {tableMessages.save}
            </button>
          </li>
        )}
      </ul>
      {naming && (
        <NameForm
          onCancel={leaveNaming}
          onName={(name) => {
            views.save(name, writeQuery('', withoutSearch(list, query), list.rules));
            leaveNaming();
          }}
        />
      )}
    </nav>
  );
}

/** Returns the query without its search, which is usually a person's name. A saved view does not contain that. */
function withoutSearch<Row>({ rules }: List<Row>, { filter, sort }: ReturnType<List<Row>['$query']['get']>) {
  const searched = rules.filters.filter(({ kind }) => kind === 'search').map(({ name }) => name);
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([name]) => !searched.includes(name))),
    sort,
  };
}

function Tab<Row>({ list, view, isShown }: { list: List<Row>; view: OwnView; isShown: boolean }) {
  return (
    <button
      type="button"
      className="list-view"
      aria-pressed={isShown}
      onClick={() => list.ask(readQuery(view.search, list.rules))}
    >
      {view.name}
      {view.count !== undefined && <span className="numbers"> {view.count}</span>}
    </button>
  );
}

function NameForm({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [isSubmitted, setTried] = useState(false);
  return (
    <FormElement
      className="list-naming"
      onSubmit={() => {
        setTried(true);
        if (name.trim() !== '') onName(name);
      }}
    >
      <Field
        id="view-name"
        label={tableMessages.saveName}
        hint={tableMessages.saveHint}
        value={name}
        error={isSubmitted && name.trim() === '' ? fillInMessage : undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a click opened this form, so its field gets the focus
        autoFocus
        maxLength={VIEW_NAME_MAX}
        autoComplete="off"
        required
        onChange={({ target }) => setName(target.value)}
      />
      <div className="row">
        <Button kind="solid" small type="submit">
          {tableMessages.keep}
        </Button>
        <Button kind="line" small onClick={onCancel}>
          {tableMessages.cancel}
        </Button>
      </div>
    </FormElement>
  );
}
