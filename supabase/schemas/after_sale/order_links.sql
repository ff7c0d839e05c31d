-- Parents manage an order by links. Each link has one purpose and one expiry (docs/decisions "Selling rules").

create table public.order_links (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  purpose text not null check (purpose in ('manage', 'late_choice', 'child_details', 'payment')),
  token_hash text not null unique,
  recipient text check (length(recipient) <= 254),
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  reported_children integer[] not null default '{}'
);
comment on table public.order_links is 'Links with which their holder manages an order, or pays for it. Service only.';
comment on column public.order_links.purpose is
  'What the link allows, and nothing else. With manage, its holder cancels and moves lines, books and cancels '
  'sessions of their passes, and changes details of children. With late_choice, they choose after a late payment, '
  'and do the same as with manage once a part of the order is booked. With child_details, they add details of each '
  'child once. With payment, they pay.';
comment on column public.order_links.token_hash is
  'The hash (private.token_hash) of the token. Only the link itself contains the token, so that reading this table '
  'gives no access.';
comment on column public.order_links.recipient is
  'The recipient of the mail with the link, who may differ from the order''s parent. The holder can read this address '
  'and no other. It is null if the link was not made for a mail.';
create index order_links_order_id on public.order_links (order_id);
create index order_links_expires_at on public.order_links (expires_at);

alter table public.order_links enable row level security;
revoke all on table public.order_links from anon, authenticated, service_role;
grant select on public.order_links to service_role;

create function private.make_order_link(
  p_order_id uuid, p_purpose text, p_recipient text default null, p_expires_at timestamptz default null)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
begin
  insert into public.order_links (order_id, purpose, token_hash, recipient, expires_at)
  select p_order_id, p_purpose, private.token_hash(v_token), lower(p_recipient), coalesce(p_expires_at, greatest(
    clock_timestamp() + make_interval(days => (private.settings()).order_link_days),
    (select max(coalesce(s.ends_at, c.starts_at + (c.end_date - c.start_date + 1) * interval '1 day')) + interval '1 day'
     from public.order_lines l
     left join public.sessions s on s.id = l.session_id
     left join public.camp_weeks c on c.id = l.camp_id
     where l.order_id = p_order_id),
    -- With a pass, sessions can be booked until its last day.
    (select (max(p.valid_until) + 2)::timestamp at time zone private.time_zone()
     from public.order_lines l join public.passes p on p.order_line_id = l.id
     where l.order_id = p_order_id)));
  return v_token;
end;
$$;
comment on function private.make_order_link(uuid, text, text, timestamptz) is
  'Creates a link to an order for a mail to p_recipient. It is valid until p_expires_at, or as long as the purchase '
  'needs it. Returns its token, 128 random bits in hex, which is stored only in the mail.';

create function private.order_of_place(p_family_id uuid, p_session_id uuid, p_camp_id uuid, p_child_id uuid default null)
returns uuid
language sql
stable
set search_path = ''
as $$
  select o.id
  from public.bookings b cross join lateral (select private.order_of_booking(b.id) as id) o
  where b.session_id = p_session_id and b.family_id = p_family_id and b.status = 'booked'
    and (p_child_id is null or b.child_id = p_child_id) and o.id is not null
  union all
  select l.order_id
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.camp_id = p_camp_id and e.family_id = p_family_id and e.status = 'enrolled'
    and (p_child_id is null or e.child_id = p_child_id)
  limit 1
$$;
comment on function private.order_of_place(uuid, uuid, uuid, uuid) is
  'Returns the order that gave a family or one of its children this place, or null if the place was not sold.';

create function private.mail_token_hashes(p_payload jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array(
    select private.token_hash(t.token)
    from (select p_payload ->> 'manage_token' as token
      union all select p_payload ->> 'choice_token' union all select p_payload ->> 'pay_token'
      union all select value from jsonb_each_text(p_payload -> 'manage_tokens')) t
    where t.token is not null)
$$;
comment on function private.mail_token_hashes(jsonb) is
  'Returns the hashes (order_links.token_hash) of the links in a mail (private.mail_links, private.place_links).';

create function private.check_access(p_access jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_access, 'p_access', 400);
  if private.is_given(p_access -> 'token') then
    if jsonb_typeof(p_access -> 'token') <> 'string' or length(p_access ->> 'token') > 100 then
      perform private.fail('invalid_input', 'p_access.token');
    end if;
  elsif not private.is_uuid(p_access -> 'order_id') then
    perform private.fail('invalid_input', 'p_access.order_id');
  end if;
end;
$$;
comment on function private.check_access(jsonb) is
  'Checks Access (contract/after-sale.ts): {token} or {order_id}. Fails with invalid_input, and names the field.';

create function private.manage_order(p_access jsonb, p_purposes text[] default '{manage}')
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_link public.order_links;
  v_order public.orders;
begin
  perform private.check_access(p_access);
  if private.is_given(p_access -> 'token') then
    select * into v_link from public.order_links where token_hash = private.token_hash(p_access ->> 'token');
    if not found then perform private.fail('link_not_found', 'p_access.token'); end if;
    if v_link.expires_at <= clock_timestamp() then perform private.fail('link_expired', 'p_access.token'); end if;
    if v_link.purpose <> all (p_purposes) and not (
      -- If one part of an order waited for a choice, the others are booked, and their family has only this link.
      v_link.purpose = 'late_choice' and 'manage' = any (p_purposes)
      and exists (select from public.payments p where p.order_id = v_link.order_id and p.result = 'needs_choice')
      and exists (select from public.order_lines l where l.order_id = v_link.order_id and l.status = 'placed')) then
      perform private.deny();
    end if;
    select * into v_order from public.orders where id = v_link.order_id for no key update;
    -- The link may have expired while this call waited for the order's lock.
    if v_link.expires_at <= clock_timestamp() then perform private.fail('link_expired', 'p_access.token'); end if;
  else
    if (select auth.uid()) is null and not private.is_service() then perform private.deny(); end if;
    select * into v_order from public.orders
    where id = (p_access ->> 'order_id')::uuid
      and (family_id = private.my_family_id() or private.is_admin() or private.is_service())
    for no key update;
    -- An order of another family counts as not found.
    if not found then perform private.fail('order_not_found', 'p_access.order_id'); end if;
  end if;
  return v_order;
end;
$$;
comment on function private.manage_order(jsonb, text[]) is
  'Locks and returns the order that an Access opens. An Access is a link, or the order''s id for its family, admins '
  'and the service. Fails with link_not_found, link_expired, not_allowed (another purpose, or no user), '
  'order_not_found.';

create function private.paid_order(p_access jsonb, p_purposes text[] default '{manage}')
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access, p_purposes);
begin
  if v_order.paid_at is null then perform private.fail('order_closed'); end if;
  return v_order;
end;
$$;
comment on function private.paid_order(jsonb, text[]) is
  'Does the same as private.manage_order, and fails with order_closed for an order that is not paid.';

create function private.renew_secrets(p_family_id uuid, p_unpaid_only boolean)
returns void
language sql
volatile
set search_path = ''
as $$
  with former as materialized (
    select id, secret from public.orders where family_id = p_family_id and (paid_at is not null or p_unpaid_only)
    union all
    select id, secret from public.waitlist_entries where family_id = p_family_id),
  of_orders as (
    update public.orders o set secret = gen_random_uuid() from former f where o.id = f.id
    returning f.secret as former, o.secret),
  of_entries as (
    update public.waitlist_entries e set secret = gen_random_uuid() from former f where e.id = f.id
    returning f.secret as former, e.secret)
  update public.outbox m set payload = m.payload || jsonb_build_object('secret', r.secret)
  from (select * from of_orders union all select * from of_entries) r
  where m.sent_at is null and m.payload ->> 'secret' = r.former::text
$$;
comment on function private.renew_secrets(uuid, boolean) is
  'Renews the secrets of the family''s orders and waitlist entries. Links in mails that were already sent stop '
  'working, and queued mails get the new secrets. Unpaid orders are included only if p_unpaid_only is true. The caller '
  'has locked orders and entries.';

create function private.purge_order_links()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.order_links where id = any (array(
    select id from public.order_links where expires_at < private.expiry('order_links')
    order by expires_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_order_links() is 'Deletes links that expired long ago. Returns the number of links.';

create function private.export_family_order_links(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_links', (
      select coalesce(jsonb_agg(jsonb_build_object('order', o.number, 'purpose', k.purpose, 'recipient', k.recipient, 'created_at', k.created_at,
        'expires_at', k.expires_at) order by k.created_at), '[]')
      from public.order_links k join public.orders o on o.id = k.order_id where o.family_id = p_family_id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('order', o.number, 'amount_cents', r.amount_cents, 'currency', r.currency,
        'reason', r.reason, 'status', r.status, 'created_at', r.created_at) order by r.created_at), '[]')
      from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = p_family_id))
$$;
comment on function private.export_family_order_links(uuid, text[], text[]) is
  'Returns the links that were sent, without their tokens, and the refunds.';

create function private.erase_family_order_links(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  -- If a mail contains a link to an order of the family, the mail belongs to the family, whatever it is about.
  with links as materialized (
    select k.token_hash, k.recipient from public.order_links k join public.orders o on o.id = k.order_id
    where o.family_id = p_family_id)
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where sent_at is null and lower(recipient) = any (array(select recipient from links))
    and private.mail_token_hashes(payload) && array(select token_hash from links);
  delete from public.order_links where order_id in (select id from public.orders where family_id = p_family_id);
  update public.refunds set last_error = null
  where last_error not in ('dispute_lost', 'replaced') and order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_order_links(uuid) is
  'Deletes the links of an erased family and empties its queued mails. The refunds stay, but the error texts from '
  'Stripe are deleted from them.';
