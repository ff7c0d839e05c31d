import { useState } from 'react';
import type { LeadStatus, StaffLeadDetails } from '#contract/management-leads.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button } from '#ui/Button.tsx';
import type { LeadDetailsStore } from './detail.ts';
import { StatusTag } from './list.tsx';
import { chatText, leadMessages, listMessages, stepMessage } from './messages.ts';
import { daysLeft, stepsOf } from './model.ts';
import { moveWithUndo } from './move-with-undo.ts';

/** Shows the lead's contact details, when the lead will be deleted, and the next step. */
export function Head({
  detail,
  details,
  busy,
}: {
  detail: LeadDetailsStore;
  details: StaffLeadDetails;
  busy: boolean;
}) {
  const row = details.lead;
  const [now] = useState(() => Date.now());
  const moveTo = (to: LeadStatus) => void moveWithUndo(detail, row, { status: to, order_id: null });
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title">
        {row.name} <StatusTag status={row.status} />
      </h2>
      <p>
        {row.phone !== null && (
          <>
            <a href={whatsappLink(row.phone, chatText(row))} target="_blank" rel="noopener">
              {leadMessages.write(row.name)}
            </a>
            <a href={`tel:${row.phone}`}>{formatPhone(row.phone)}</a>
          </>
        )}
        {row.email !== null && <a href={mailLink(row.email)}>{row.email}</a>}
      </p>
      <p className="quiet">
        {[
          leadMessages.sourceLine(row),
          listMessages.wants(row),
          leadMessages.lastActivity(row),
          row.is_engaged && leadMessages.engaged,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="quiet">{leadMessages.deletedIn(row, daysLeft(row, now))}</p>
      <div className="row side-acts">
        {stepsOf(row).map((to) => (
          <Button
            key={to}
            kind={to === 'contacted' ? 'solid' : 'line'}
            small
            busy={busy}
            onClick={() => moveTo(to)}
          >
            {stepMessage(to, row)}
          </Button>
        ))}
      </div>
    </header>
  );
}
