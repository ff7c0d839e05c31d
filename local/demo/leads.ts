import type postgres from 'postgres';
import { demoId } from './ids.ts';

interface DemoLead {
  parent: string;
  status: 'new' | 'waitlist_conversion_pending' | 'waitlist_whatsapp_joined' | 'contacted';
  source: 'waitlist_modal' | 'birthday_enquiry' | 'exit_intent';
  daysAgo: number;
}

/** Leads in every status that staff meet. One of them is due to be deleted within a day. */
const demoLeads: DemoLead[] = [
  { parent: 'Serene Lau', status: 'waitlist_conversion_pending', source: 'waitlist_modal', daysAgo: 0 },
  { parent: 'Imran Yusof', status: 'waitlist_conversion_pending', source: 'waitlist_modal', daysAgo: 2 },
  { parent: 'Joanne Phua', status: 'waitlist_whatsapp_joined', source: 'waitlist_modal', daysAgo: 3 },
  { parent: 'Deepa Nathan', status: 'waitlist_whatsapp_joined', source: 'waitlist_modal', daysAgo: 9 },
  { parent: 'Marcus Teo', status: 'contacted', source: 'waitlist_modal', daysAgo: 14 },
  { parent: 'Siti Rahman', status: 'new', source: 'birthday_enquiry', daysAgo: 1 },
  { parent: 'Claire Wong', status: 'contacted', source: 'birthday_enquiry', daysAgo: 6 },
  { parent: 'Pauline Seah', status: 'new', source: 'exit_intent', daysAgo: 29 },
];

export async function seedLeads(sql: postgres.Sql): Promise<void> {
  for (const [index, lead] of demoLeads.entries()) await seedLead(sql, lead, index);
}

async function seedLead(sql: postgres.Sql, lead: DemoLead, index: number): Promise<void> {
  const id = demoId(`lead ${lead.parent}`);
  const email = `${lead.parent.toLowerCase().replace(' ', '.')}@leads.otter.test`;
  const phone = `+659000${2000 + index}`;
  const hasJoinedChat = lead.status === 'waitlist_whatsapp_joined';
  const notes = {
    conversionStatus: hasJoinedChat ? 'whatsapp_group_engaged' : lead.status,
    collectionSource: lead.source,
    primaryParent: { name: lead.parent, phone, email, role: 'primary' },
    ...(lead.source === 'waitlist_modal' && { packageType: 'holiday_package', conversionValue: 197 }),
    ...(hasJoinedChat && { engagementLevel: 'high_priority' }),
  };
  const [made] = await sql<{ at: string }[]>`
    insert into public.leads (id, token, name, source, status, phone_number, email, notes, created_at,
      last_activity_at, auto_delete_at)
    select ${id}, ${demoId(`lead token ${lead.parent}`)}, ${lead.parent}, ${lead.source}, ${lead.status}, ${phone},
      ${email}, ${sql.json(notes)}, d.at, d.at, d.at + interval '30 days'
    from (select date_trunc('day', clock_timestamp()) - make_interval(days => ${lead.daysAgo}::integer) as at) d
    on conflict do nothing
    returning created_at as at`;
  if (!made) return;
  if (lead.source === 'waitlist_modal') {
    await sql`
      insert into public.spot_reservations (id, lead_id, parent_name, whatsapp, created_at)
      values (${demoId(`reservation ${lead.parent}`)}, ${id}, ${lead.parent}, ${phone}, ${made.at})`;
  }
  if (lead.source === 'birthday_enquiry') {
    await sql`
      insert into public.birthday_enquiries (id, lead_id, preferred_date, guests, child_age, message, created_at)
      values (${demoId(`enquiry ${lead.parent}`)}, ${id}, private.calendar_today() + 40, ${10 + index},
        ${6 + (index % 4)}, 'Is there shade for the grandparents?', ${made.at})`;
  }
}
