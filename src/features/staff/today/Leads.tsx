import type { ManagementToday } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { leadWords } from './messages.ts';
import { TodoList } from './TodoList.tsx';

/** New enquiries without an answer, and when they will be deleted. */
export const Leads = ({ leads }: Pick<ManagementToday, 'leads'>) => (
  <TodoList
    id="leads"
    href={staffPaths.managementLeads}
    title={leadWords.heading}
    none={leadWords.none}
    rows={leads}
  >
    {(lead) => (
      <li key={lead.id}>
        <p className="line">
          <b>
            <a href={`${staffPaths.managementLeads}?lead=${lead.id}`}>{lead.name}</a>
          </b>
          <span className="quiet">{leadWords.gone(lead.auto_delete_at)}</span>
        </p>
        <p className="quiet">{leadWords.source(lead)}</p>
        <p className="line">
          {lead.phone !== null && (
            <a href={whatsappLink(lead.phone, leadWords.text(lead))} target="_blank" rel="noopener">
              {leadWords.write(lead.name)}
            </a>
          )}
          {lead.email !== null && <a href={mailLink(lead.email)}>{leadWords.mail(lead.name)}</a>}
        </p>
      </li>
    )}
  </TodoList>
);
