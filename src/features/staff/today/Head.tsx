import { useStore } from '@nanostores/react';
import { setAdminView } from '#browser/admin-view.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { refresh } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { messages, summary } from './messages.ts';
import { findGateIssues, countHeads, listTroubles } from './model.ts';
import type { Today, View } from './store.ts';

interface Props {
  today: Today;
  view: Extract<View, { state: 'ready' }>;
  isAdminView: boolean;
}

export function Head({ today, view, isAdminView }: Props) {
  const busy = useStore(today.$busy);
  const { day, places } = view.today;
  return (
    <header className="today-head stack mb-4.5 gap-1">
      <div className="staff-head">
        <div>
          <h1>{formatDate(day)}</h1>
          <p className="quiet">
            {summary(view.today, countHeads(places))} · {messages.updated(view.at)}
          </p>
        </div>
        <div className="row no-print">
          <button
            type="button"
            className="today-switch"
            role="switch"
            aria-checked={isAdminView}
            onClick={() => setAdminView(!isAdminView)}
          >
            <i aria-hidden="true" />
            {messages.view}
          </button>
          <Button kind="line" small busy={busy} onClick={() => void today.read()}>
            {!busy && <Icon path={refresh} />}
            {messages.refresh}
          </Button>
        </div>
      </div>
      {view.refreshError !== null && <Notice tone="warn">{messages.outdated(view.at)}</Notice>}
      {isAdminView ? <Counts {...view.today} /> : <p className="quiet no-print">{messages.viewOff}</p>}
    </header>
  );
}

function Counts({
  places,
  first_aid,
  decisions,
  bounced_mails,
  unreached,
  offers,
  leads,
  health,
}: Props['view']['today']) {
  const troubles = listTroubles(health).length;
  const gate = findGateIssues(places).length + first_aid.count;
  return (
    <ul className="today-counts no-print" aria-label={messages.counts}>
      {gate > 0 && (
        <Count href="#gate" bad>
          {messages.gate(gate)}
        </Count>
      )}
      {unreached.count > 0 && (
        <Count href="#unreached" bad>
          {messages.unreached(unreached.count)}
        </Count>
      )}
      <Count href="#decisions" bad={decisions.count > 0}>
        {messages.decisions(decisions.count)}
      </Count>
      {bounced_mails.count > 0 && (
        <Count href="#bounced" bad>
          {messages.bounced(bounced_mails.count)}
        </Count>
      )}
      <Count href="#waitlist">{messages.offers(offers.count)}</Count>
      <Count href="#leads">{messages.leads(leads.count)}</Count>
      <Count href="#health" bad={troubles > 0} good={troubles === 0}>
        {messages.system(troubles)}
      </Count>
    </ul>
  );
}

interface CountProps {
  href: string;
  bad?: boolean;
  good?: boolean;
  children: string;
}
const Count = ({ href, bad = false, good = false, children }: CountProps) => (
  <li>
    <a className={bad ? 'bad' : good ? 'good' : undefined} href={href}>
      {children}
    </a>
  </li>
);
