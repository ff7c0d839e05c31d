import { useStore } from '@nanostores/react';
import type { PartyAnswer, PartyDetails } from '#contract/management-parties.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { today } from '#domain/dates.ts';
import { mailLink } from '#domain/mail-link.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { type CsvColumn, csvMoment, csvStream, saveStream } from '#ui/staff/table/csv.ts';
import { showUndo } from '#ui/staff/table/undo.ts';
import { showToast } from '#ui/toast.ts';
import { answerMessages, healthMessages } from './messages.ts';
import { answerLines, type FormMessages, type GuestRow, guestRows } from './model.ts';
import type { PartyDetailsStore } from './detail.ts';

interface Props {
  detail: PartyDetailsStore;
  details: PartyDetails;
  forms: readonly FormMessages[];
  busy: boolean;
}

/** Shows the answers in full. Health information appears only after a click, because each read is logged. */
export function Answers({ detail, details, forms, busy }: Props) {
  const { answers } = details;
  return (
    <section className="sheet" aria-labelledby="party-answers">
      <header>
        <h3 id="party-answers">{answerMessages.title}</h3>
        {answers.length > 0 && (
          <Button kind="line" small onClick={() => void saveAnswers(details, forms)}>
            <Icon path={download} />
            {answerMessages.file}
          </Button>
        )}
      </header>
      {answers.length === 0 && <p className="quiet">{answerMessages.none}</p>}
      <ul className="staff-party-list">
        {answers.map((answer) => (
          <li key={answer.response_id}>
            <Answer detail={detail} details={details} answer={answer} forms={forms} busy={busy} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ detail, details, answer, forms, busy }: Props & { answer: PartyAnswer }) {
  const health = useStore(detail.$health);
  const { response_id: id, duplicate_of: other, is_erased, noted } = answer;
  const first = details.answers.find(({ response_id }) => response_id === other);
  const isRead = health.state === 'read' && (health.of === null || health.of === id);
  async function settle(validAnswer: 'this' | 'both'): Promise<void> {
    if (other === null) return;
    if (await detail.settle(id, other, validAnswer))
      showUndo(answerMessages.settled, answerMessages.undo, () => void detail.settle(id, other, 'other'));
  }
  return (
    <>
      <p className="party-who">
        <b>{is_erased ? answerMessages.erasedName : answer.name}</b>
        {answer.attending === false ? (
          <span className="tag">{answerMessages.notComing}</span>
        ) : (
          <span className="tag good">{answerMessages.coming}</span>
        )}
        {other !== null && <span className="tag warn">{answerMessages.notCounted}</span>}
      </p>
      {answer.guests.length > 0 && (
        <p>
          {answer.guests
            .map(
              ({ name, age, kind }) => `${name ?? answerMessages.noName} (${answerMessages.age(age, kind)})`,
            )
            .join(', ')}
        </p>
      )}
      <dl>
        {answerLines(answer, forms).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="party-contact">
        {answer.phone !== null && <a href={`tel:${answer.phone}`}>{formatPhone(answer.phone)}</a>}
        {answer.email !== null && <a href={mailLink(answer.email)}>{answer.email}</a>}
        <span className="quiet">{answerMessages.at(answer.submitted_at, answer.updated_at)}</span>
      </p>
      {noted && !isRead && (
        <Button
          kind="line"
          small
          busy={health.state === 'reading'}
          onClick={() => void detail.readHealth(id)}
        >
          {healthMessages.readOne}
        </Button>
      )}
      {other !== null && !is_erased && (
        <div className="party-twice">
          <p>{answerMessages.secondAnswer(first?.name ?? answerMessages.erasedName)}</p>
          <div className="row">
            <Button kind="line" small busy={busy} onClick={() => void settle('this')}>
              {answerMessages.thisCounts}
            </Button>
            <Button kind="line" small busy={busy} onClick={() => void settle('both')}>
              {answerMessages.bothCount}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Returns the columns of the file, which has a row for each guest. Files are passed on and nobody logs who reads them,
 * so health is left out.
 */
function columnsOf(details: PartyDetails, forms: readonly FormMessages[]): CsvColumn<GuestRow>[] {
  const labels = [
    ...new Set(details.answers.flatMap((answer) => answerLines(answer, forms).map(([label]) => label))),
  ];
  return [
    { title: 'Family', value: ({ answer }) => answer.name },
    { title: 'E-mail', value: ({ answer }) => answer.email },
    { title: 'Phone', value: ({ answer }) => (answer.phone === null ? null : formatPhone(answer.phone)) },
    { title: 'Comes', value: ({ answer }) => (answer.attending === false ? 'No' : 'Yes') },
    { title: 'Counted', value: ({ answer }) => (answer.duplicate_of === null ? 'Yes' : 'No') },
    { title: 'Guest', value: ({ guest }) => guest?.name ?? null },
    { title: 'Age', value: ({ guest }) => guest?.age ?? null },
    { title: 'Kind', value: ({ guest }) => guest?.kind ?? null },
    { title: 'Health noted', value: ({ answer }) => (answer.noted ? 'Yes' : 'No') },
    ...labels.map((title): CsvColumn<GuestRow> => {
      const value = ({ answer }: GuestRow) =>
        answerLines(answer, forms).find(([label]) => label === title)?.[1] ?? null;
      return { title, value };
    }),
    { title: 'Answered', value: ({ answer }) => csvMoment(answer.submitted_at) },
  ];
}

async function saveAnswers(details: PartyDetails, forms: readonly FormMessages[]): Promise<void> {
  const rows = guestRows(details.answers);
  async function* singlePage() {
    yield await Promise.resolve(rows);
  }
  const name = answerMessages.fileName(today(new Date(details.party.starts_at)));
  try {
    if (await saveStream(name, () => csvStream(singlePage(), columnsOf(details, forms), () => undefined)))
      showToast(answerMessages.fileDone(rows.length), 'good');
  } catch {
    showToast(answerMessages.fileFailed);
  }
}
