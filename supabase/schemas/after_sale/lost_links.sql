-- When a visitor requests a new link, the same row is written for known and unknown addresses. A chore looks for the
-- orders later. So neither the answer nor its timing reveals who is a customer.

create table public.lost_links (
  email text not null check (length(email) <= 254),
  number text not null default '' check (length(number) <= 20),
  requested_at timestamptz not null default clock_timestamp(),
  primary key (email, number)
);
comment on table public.lost_links is
  'Addresses for which a new link was requested. Rows are deleted within a minute, whether the address is known or '
  'not. Service only.';
comment on column public.lost_links.number is
  'The number of the requested order, as the visitor typed it. It is empty if links to all orders of the address are '
  'requested.';

alter table public.lost_links enable row level security;
revoke all on table public.lost_links from anon, authenticated, service_role;

create function public.request_order_link(p_number text, p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.lost_links (email, number)
  values (
    private.check_email(to_jsonb(p_email), 'p_email'), upper(private.check_text(to_jsonb(p_number), 'p_number', 20)))
  on conflict (email, number) do nothing;
  return jsonb_build_object('requested', true);
end;
$$;
comment on function public.request_order_link(text, text) is
  'Takes OrderLinkRequest and returns {requested: true} (contract/after-sale.ts), whether or not order and address '
  'exist. Definer: visitors cannot read orders, and this reveals nothing about them.';
grant execute on function public.request_order_link(text, text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_link(text, text)', 'request_order_link');

create function public.request_order_links(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.lost_links (email) values (private.check_email(to_jsonb(p_email), 'p_email'))
  on conflict (email, number) do nothing;
  return jsonb_build_object('requested', true);
end;
$$;
comment on function public.request_order_links(text) is
  'Requests new links to the bookings of an address. Returns {requested: true}, whether or not the address is known. '
  'queue_lost_links mails the links to that address only. Definer: visitors cannot read orders, and this reveals '
  'nothing about them.';
grant execute on function public.request_order_links(text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_links(text)', 'request_order_links');

create function private.queue_new_link(p_order_id uuid, p_recipient text default null, p_reason text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_window_seconds constant integer := 600;
  v_key constant text := concat_ws(':', p_order_id, private.fingerprint(p_recipient), floor(extract(epoch from clock_timestamp()) / c_window_seconds));
begin
  -- However often a link is requested, only one mail is queued in ten minutes, so that a mailbox is not flooded.
  if not exists (select from public.outbox where key = 'order_link:' || v_key) then
    perform private.queue_order_mail('order_link', p_order_id, v_key, jsonb_build_object('reason', p_reason), p_recipient);
  end if;
end;
$$;
comment on function private.queue_new_link(uuid, text, text) is
  'Queues a mail with a new link to an order, at most once in ten minutes. The mail goes to the order''s family, or '
  'only to p_recipient if it is given. If no parent requested the link, p_reason says why it is sent: new_address or '
  'parent_left.';

create function public.queue_lost_links()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 5;
  v_requests public.lost_links[];
  v_link record;
  v_count integer := 0;
begin
  with requests as (
    delete from public.lost_links where (email, number) in (
      select email, number from public.lost_links order by requested_at limit 500 for update skip locked)
    returning lost_links
  )
  select array_agg(lost_links) into v_requests from requests;
  for v_link in
    select o.id, a.email from unnest(v_requests) a cross join lateral (
      select id from public.orders
      where id in (
          select g.id from public.orders g where lower(g.parent_email) = a.email
          union all
          -- A parent's account can read all orders of the family, also those that were bought with another name or
          -- address.
          select f.id from public.profiles p join public.orders f on f.family_id = p.family_id where lower(p.email) = a.email)
        and paid_at is not null and case when a.number = ''
        then exists (select from public.order_links k where k.order_id = orders.id and k.expires_at > clock_timestamp())
        else number = a.number end
        and private.order_reader(id, a.email) <> '{}'
      order by paid_at desc limit c_most) o
    order by o.id, a.email
  loop
    perform private.queue_new_link(v_link.id, v_link.email);
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_lost_links() is
  'Mails a new link to each requested order, and to the five latest bookings of each requested address. Bookings that '
  'can no longer be changed are skipped. Returns {queued}. Definer: only the service role may call.';
grant execute on function public.queue_lost_links() to service_role;

create function private.end_links_to(p_family_id uuid, p_profile_id uuid, p_email text, p_new_email text)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_new_links constant integer := 5;
  v_email constant text := lower(p_email);
  v_order_ids uuid[];
begin
  if p_family_id is null or coalesce(v_email, '') = '' then return '{}'; end if;
  perform from public.orders where family_id = p_family_id order by id for no key update;
  perform from public.waitlist_entries where family_id = p_family_id order by id for update;
  with ended_links as (
    update public.order_links k set expires_at = clock_timestamp()
    from public.orders o
    where o.id = k.order_id and o.family_id = p_family_id and k.recipient = v_email and k.expires_at > clock_timestamp()
      -- If a mail is still queued, it is redirected to the new address together with its link (follow_mails). Therefore
      -- that link stays valid.
      and not exists (
        select from public.outbox m
        where m.profile_id = p_profile_id and m.sent_at is null
          and k.token_hash in (private.token_hash(m.payload ->> 'manage_token'), private.token_hash(m.payload ->> 'choice_token')))
    returning o.id, o.paid_at)
  select array(select id from ended_links where paid_at is not null group by id order by max(paid_at) desc limit c_new_links) into v_order_ids;
  perform private.renew_secrets(p_family_id, false);
  update public.orders set parent_email = p_new_email where family_id = p_family_id and lower(parent_email) = v_email;
  update public.waitlist_entries set parent_email = p_new_email where family_id = p_family_id and lower(parent_email) = v_email;
  return v_order_ids;
end;
$$;
comment on function private.end_links_to(uuid, uuid, text, text) is
  'Ends the links that were mailed to a former address of an account (p_profile_id), or of a guest if p_profile_id is '
  'null. Gives orders and waitlist entries new secrets. Returns the latest paid orders whose links ended. The caller '
  'mails new links to these orders.';
