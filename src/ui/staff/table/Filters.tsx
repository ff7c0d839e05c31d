import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { FormElement } from '../../kit/form/FormElement.tsx';
import { Icon } from '../../Icon.tsx';
import { chevron } from '../../icons.ts';
import { staffTiming } from '#config/staff.ts';
import type { List } from './list.ts';
import type { Filter } from './query.ts';
import { tableMessages } from './messages.ts';
import './list-tools.css';

export function Filters<Row>({ list }: { list: List<Row> }) {
  const { filter } = useStore(list.$query);
  const searches = list.rules.filters.filter((one) => one.kind === 'search');
  const others = list.rules.filters.filter((one) => one.kind !== 'search');
  const on = others.filter(({ name }) => filter[name] !== undefined).length;
  return (
    <search className="list-filters no-print">
      {searches.map((one) => (
        <Search key={one.name} list={list} filter={one} value={filter[one.name] ?? ''} />
      ))}
      <details open={matchMedia('(min-width: 700px)').matches}>
        <summary>
          {on > 0 ? tableMessages.filtersOn(on) : tableMessages.filters}
          <Icon path={chevron} />
        </summary>
        <div>
          {others.map((one) => (
            <Choice key={one.name} list={list} filter={one} value={filter[one.name] ?? ''} />
          ))}
          {Object.keys(filter).length > 0 && (
            <button type="button" className="text-button" onClick={list.showAll}>
              {tableMessages.clear}
            </button>
          )}
        </div>
      </details>
    </search>
  );
}

interface Props<Row, Kind> {
  list: List<Row>;
  filter: Kind;
  value: string;
}

/** Searches when the user pauses typing, or at once on Enter. */
function Search<Row>({ list, filter, value }: Props<Row, Extract<Filter, { kind: 'search' }>>) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSearch = useRef(value);
  // Opening another view or going back in the history also changes the search text.
  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function search(typed: string): void {
    clearTimeout(timer.current);
    lastSearch.current = typed.trim();
    list.filterBy(filter.name, typed.trim(), { typed: true });
  }
  return (
    <FormElement
      onSubmit={() => {
        search(text);
      }}
    >
      <label className="sr-only" htmlFor={`list-${filter.name}`}>
        {filter.label}
      </label>
      <input
        id={`list-${filter.name}`}
        className="input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={120}
        placeholder={filter.placeholder ?? filter.label}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(target.value), staffTiming.SEARCH_AFTER_MS);
        }}
      />
    </FormElement>
  );
}

function Choice<Row>({ list, filter, value }: Props<Row, Exclude<Filter, { kind: 'search' }>>) {
  const id = `list-${filter.name}`;
  const choose = (next: string) => list.filterBy(filter.name, next);
  return (
    <div className="list-filter">
      <label htmlFor={id}>{filter.label}</label>
      {filter.kind === 'day' ? (
        <input
          id={id}
          className="input"
          type="date"
          value={value}
          onChange={({ target }) => choose(target.value)}
        />
      ) : (
        <select id={id} className="input" value={value} onChange={({ target }) => choose(target.value)}>
          <option value="">{filter.all}</option>
          {filter.options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
