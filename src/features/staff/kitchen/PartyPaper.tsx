import { type ReactNode, useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { PartySheet } from '#contract/kitchen.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { formatClock, formatMoment } from '#domain/dates.ts';
import { managerRoles } from '#domain/managers.ts';
import { isUuid } from '#domain/uuid.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { csvOf, saveStream } from '#ui/staff/table/csv.ts';
import { fetchPartySheet } from './api.ts';
import { guestLine, guestText, kitchenMessages, partyMessages as words } from './messages.ts';
import { countGuests, guestRows, partyCsv } from './model.ts';
import { PrintHead } from './PrintHead.tsx';

type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; sheet: PartySheet };

async function read(): Promise<View> {
  const id = new URLSearchParams(location.search).get('party') ?? '';
  if (!isUuid(id)) return { state: 'failed', code: 'party_not_found' };
  const answer = await fetchPartySheet(id);
  return answer.ok ? { state: 'ready', sheet: answer.value } : { state: 'failed', code: answer.code };
}

/** `/management/party-sheet?party=…` prints a party for the coaches who run it. */
function Screen() {
  const [view, setView] = useState<View>({ state: 'loading' });
  useEffect(() => void read().then(setView), []);
  const retry = () => {
    setView({ state: 'loading' });
    void read().then(setView);
  };
  if (view.state === 'loading')
    return (
      <p className="quiet" role="status">
        {kitchenMessages.loading}
      </p>
    );
  if (view.state === 'failed')
    return view.code === 'party_not_found' ? (
      <NotLoaded title={words.notFound}>{null}</NotLoaded>
    ) : (
      <NotLoaded title={words.failed} code={view.code} onRetry={retry} />
    );
  return <LoadedSheet sheet={view.sheet} />;
}

function LoadedSheet({ sheet }: { sheet: PartySheet }) {
  const [madeAt] = useState(() => new Date());
  const { reported, unknown, unnamed, declined, duplicates } = countGuests(sheet);
  const save = () => void saveStream('party.csv', () => csvOf(guestRows(sheet), partyCsv));
  return (
    <div className="kitchen stack gap-3.5">
      <PrintHead title={sheet.title} about={words.title} onSave={save} />
      {sheet.is_cancelled && (
        <p>
          <span className="tag bad">{words.cancelled}</span>
        </p>
      )}
      <dl className="paper-facts">
        <Fact title={words.when}>
          {formatMoment(sheet.starts_at)} – {formatClock(sheet.ends_at)}
        </Fact>
        <Fact title={words.where}>{sheet.place}</Fact>
        {sheet.package !== null && <Fact title={words.package}>{sheet.package}</Fact>}
        <Fact title={words.contact}>
          {sheet.host_name}
          {sheet.host_phone !== null && (
            <>
              {', '}
              <a href={`tel:${sheet.host_phone}`}>{formatPhone(sheet.host_phone)}</a>
            </>
          )}
        </Fact>
        <Fact title={words.guests}>{words.coming(sheet)}</Fact>
      </dl>
      <ul className="kitchen-counts numbers">
        <li className="tag bad">{words.reported(reported)}</li>
        <li className="tag warn">{kitchenMessages.unknown(unknown)}</li>
        {unnamed > 0 && <li className="tag warn">{words.unnamed(unnamed)}</li>}
        {declined > 0 && <li className="tag">{words.declined(declined)}</li>}
        {duplicates > 0 && <li className="tag">{words.duplicates(duplicates)}</li>}
      </ul>
      {unknown > 0 && <p>{words.askText}</p>}
      {sheet.left_out > 0 && <p role="alert">{words.leftOut(sheet.left_out)}</p>}
      {sheet.families.length === 0 && <p className="quiet">{words.none}</p>}
      {sheet.families.map((family) => (
        <Family key={family.response_id} family={family} />
      ))}
      <p className="quiet">
        {kitchenMessages.foot} {kitchenMessages.madeAt(madeAt)}
      </p>
    </div>
  );
}
const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

function Family({ family }: { family: PartySheet['families'][number] }) {
  const { response_id, name, phone, attending, is_duplicate, guests, allergies, has_other_notes } = family;
  return (
    <section className="sheet kitchen-place" aria-labelledby={`family-${response_id}`}>
      <header>
        <h2 id={`family-${response_id}`}>{name ?? words.nobody}</h2>
        <span className="quiet numbers">{phone !== null && formatPhone(phone)}</span>
        {attending === false && <span className="tag">{words.notComing}</span>}
        {is_duplicate && <span className="tag warn">{words.duplicate}</span>}
      </header>
      {attending !== false && (
        <ul>
          {guests.map((guest, index) => (
            <li
              key={index}
              className={
                guest.state === 'reported' ? 'has-allergy' : guest.state === 'unknown' ? 'is-unknown' : ''
              }
            >
              <b>
                {guest.name ?? words.nobody}
                <small>
                  {guest.kind === 'adult' ? words.adult : guest.age !== null && words.age(guest.age)}
                </small>
              </b>
              <span>{guestLine(guest)}</span>
            </li>
          ))}
          {(guests.length === 0 || allergies.length > 0 || has_other_notes) && (
            <li className={allergies.length > 0 ? 'has-allergy' : 'is-unknown'}>
              <b>{guests.length === 0 && words.noGuests}</b>
              <span>{guestText(family, null)}</span>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

const guard = createAccess({ roles: ['coach', ...managerRoles], fallback: paths.home });

export default managed(guard, words.viewOff, Screen);
