-- A typed address alone never joins a lead to an order. Either the address is verified, or staff join the two
-- (docs/decisions "/management/leads").

create table public.lead_notes (
  id uuid primary key,
  lead_id uuid not null references public.leads (id) on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  written_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.lead_notes is 'Notes by staff about a lead, deleted with the lead.';
comment on column public.lead_notes.id is 'Chosen by the screen, so that a repeated request is stored once.';
create index lead_notes_lead_id on public.lead_notes (lead_id, created_at);
create index lead_notes_written_by on public.lead_notes (written_by);

alter table public.lead_notes enable row level security;
revoke all on table public.lead_notes from anon, authenticated, service_role;
grant select on public.lead_notes to authenticated, service_role;
create policy "Admins read notes about leads" on public.lead_notes
  for select to authenticated using ((select private.is_admin()));

create function private.lead_original_status(p_lead public.leads)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when p_lead.notes ->> 'conversionStatus' = 'whatsapp_group_engaged' then 'waitlist_whatsapp_joined'
    when p_lead.notes ->> 'conversionStatus' = 'waitlist_conversion_pending' then 'waitlist_conversion_pending'
    else 'new' end
$$;
comment on function private.lead_original_status(public.leads) is
  'Returns the status that came from the parent, who used the form and perhaps the group''s button (spec 2 §4). Staff '
  'can reset a lead to it.';

create function private.orders_since_lead(p_lead public.leads)
returns table (order_id uuid, by_email boolean, by_phone boolean)
language sql
stable
set search_path = ''
as $$
  select o.id, coalesce(lower(o.parent_email) = p_lead.email, false), coalesce(o.parent_phone = p_lead.phone_number, false)
  from public.orders o
  where o.paid_at >= p_lead.created_at and o.channel <> 'renewal'
    and o.id in (
      select e.id from public.orders e where e.paid_at is not null and lower(e.parent_email) = p_lead.email
      union all
      select t.id from public.orders t where t.paid_at >= p_lead.created_at and t.parent_phone = p_lead.phone_number)
  order by o.paid_at, o.id limit 5
$$;
comment on function private.orders_since_lead(public.leads) is
  'Returns the first five paid orders with the lead''s address or number that are newer than the lead. They may be '
  'this parent''s.';

create function public.join_leads()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  with found as (
    select distinct on (l.id) l.id, o.id as order_id
    from public.leads l
    join auth.users u on u.email = l.email and u.email_confirmed_at is not null
    join public.profiles p on p.id = u.id
    join public.orders o on o.family_id = p.family_id and o.paid_at >= l.created_at and o.channel <> 'renewal'
    -- If the parent asked about a birthday and booked a class, the birthday is still not booked.
    where l.status <> 'converted' and l.source <> 'birthday_enquiry'
    order by l.id, o.paid_at, o.id
  )
  update public.leads l set status = 'converted', order_id = f.order_id, joined_by = null
  from found f
  where l.id = f.id and l.id in (select k.id from public.leads k where k.id in (select id from found) for update skip locked);
  get diagnostics v_count = row_count;
  return jsonb_build_object('joined', v_count);
end;
$$;
comment on function public.join_leads() is
  'Converts leads whose address an account has verified and whose family has paid since. Skips locked leads. Returns '
  '{joined}. Definer: only the service role may call.';
grant execute on function public.join_leads() to service_role;

create function public.set_lead_status(p_lead_id uuid, p_status text, p_expected text, p_order_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_lead public.leads;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_lead from public.leads where id = p_lead_id for update;
  if not found then perform private.fail('lead_not_found', 'p_lead_id'); end if;
  if p_status is null or p_status not in ('contacted', 'converted', 'closed', private.lead_original_status(v_lead)) then
    perform private.fail('invalid_input', 'p_status');
  end if;
  -- A repeated request changes nothing.
  if v_lead.status = p_status and v_lead.order_id is not distinct from p_order_id then
    return jsonb_build_object('lead_id', v_lead.id, 'status', v_lead.status);
  end if;
  if v_lead.status is distinct from p_expected then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  -- A match by a verified address cannot be undone, because join_leads would join the lead again.
  if v_lead.order_id is not null and v_lead.joined_by is null then perform private.fail('choice_made', 'p_status'); end if;
  if p_order_id is not null and (
    p_status <> 'converted' or not exists (select from private.orders_since_lead(v_lead) b where b.order_id = p_order_id)) then
    perform private.fail('order_not_found', 'p_order_id');
  end if;
  -- A birthday enquiry leads to a party, which is no order. All other leads lead to an order.
  if p_status = 'converted' and p_order_id is null and v_lead.source <> 'birthday_enquiry' then
    perform private.fail('order_not_found', 'p_order_id');
  end if;
  update public.leads set status = p_status, order_id = p_order_id,
    joined_by = case when p_status = 'converted' then (select auth.uid()) end
  where id = v_lead.id;
  return jsonb_build_object('lead_id', v_lead.id, 'status', p_status);
end;
$$;
comment on function public.set_lead_status(uuid, text, text, uuid) is
  'For admins. Sets the status of a lead if it is still p_expected. Returns {lead_id, status}. If p_status is '
  'converted, p_order_id is one of private.orders_since_lead. A match by a verified address cannot be undone. Fails '
  'with lead_not_found, changed_meanwhile, choice_made, order_not_found. Definer: leads are written only by such '
  'functions.';
grant execute on function public.set_lead_status(uuid, text, text, uuid) to authenticated;
select private.answer_calls('public.set_lead_status(uuid, text, text, uuid)', 'management');

create function public.note_lead(p_lead_id uuid, p_note_id uuid, p_body text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_body text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_body := private.check_lines(to_jsonb(p_body), 'p_body', 2000);
  if v_body is null then perform private.fail('invalid_input', 'p_body'); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  perform from public.leads where id = p_lead_id for key share;
  if not found then perform private.fail('lead_not_found', 'p_lead_id'); end if;
  if (select count(*) from public.lead_notes where lead_id = p_lead_id) >= 100 then perform private.fail('list_full', 'p_body'); end if;
  insert into public.lead_notes (id, lead_id, body, written_by) values (p_note_id, p_lead_id, v_body, (select auth.uid()))
  on conflict (id) do nothing;
  return jsonb_build_object('note_id', p_note_id);
end;
$$;
comment on function public.note_lead(uuid, uuid, text) is
  'For admins. Adds a note of up to 2,000 characters. Returns {note_id}. A note with the same p_note_id is stored '
  'once. Fails with lead_not_found, list_full (100). Definer: see set_lead_status.';
grant execute on function public.note_lead(uuid, uuid, text) to authenticated;
select private.answer_calls('public.note_lead(uuid, uuid, text)', 'management');
