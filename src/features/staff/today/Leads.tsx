import type { ManagementToday } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { leadMessages } from './messages.ts';
import { TodoList } from './TodoList.tsx';

/** Lists unanswered enquiries, and when each will be deleted. */
export const Leads = ({ leads }: Pick<ManagementToday, 'leads'>) => (
  <TodoList
    id="leads"
    href={staffPaths.managementLeads}
    title={leadMessages.heading}
    none={leadMessages.none}
    rows={leads}
  >
    {(lead) => (
      <li key={lead.id}>
        <p className="line">
          <b>
            <a href={`${staffPaths.managementLeads}?lead=${lead.id}`}>{lead.name}</a>
          </b>
          <span className="quiet">{leadMessages.deletedOn(lead.auto_delete_at)}</span>
        </p>
        <p className="quiet">{leadMessages.source(lead)}</p>
        <p className="line">
          {lead.phone !== null && (
            <a href={whatsappLink(lead.phone, leadMessages.text(lead))} target="_blank" rel="noopener">
              {leadMessages.write(lead.name)}
            </a>
          )}
          {lead.email !== null && <a href={mailLink(lead.email)}>{leadMessages.mail(lead.name)}</a>}
        </p>
      </li>
    )}
  </TodoList>
);
