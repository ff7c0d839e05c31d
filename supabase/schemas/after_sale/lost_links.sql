-- A new link for whoever lost theirs: to one booking, by its number and the address that it was bought with, or to all
-- under an address, for whoever lost every mail. What is asked is only written down here, the same row whatever is
-- known; a chore looks afterwards whether there is anything to send, so that neither the answer nor its time says who
-- is a customer.

create table public.lost_links (
  email text not null check (length(email) <= 254),
  number text not null default '' check (length(number) <= 20),
  asked_at timestamptz not null default clock_timestamp(),
  primary key (email, number)
);
comment on table public.lost_links is
  'Addresses for which a new link was asked for; gone within a minute, whoever they belong to. Service only.';
comment on column public.lost_links.number is
  'Of the one order that is meant, as it was typed; empty: all under the address.';

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
  'Asks for a new link to a paid order: OrderLinkRequest -> {requested: true} (contract/after-sale.ts), whatever is '
  'known of order and address. It goes to this address, if mails about the order may go there '
  '(queue_lost_links). Refuses invalid_input (field), rate_limited. Definer: visitors read no orders, and learn '
  'nothing of them here.';
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
  'Asks for new links to the bookings under an address: {requested: true}, whatever is known of it. They go to the '
  'address itself (queue_lost_links). Refuses invalid_input (field), rate_limited. Definer: visitors read no orders, '
  'and learn nothing of them here.';
grant execute on function public.request_order_links(text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_links(text)', 'request_order_links');

create function private.queue_new_link(p_order_id uuid, p_only text default null, p_because text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_window_seconds constant integer := 600;
  v_about constant text := concat_ws(':', p_order_id, private.fingerprint(p_only), floor(extract(epoch from clock_timestamp()) / c_window_seconds));
begin
  -- Once in ten minutes, however often and from wherever it is asked: nobody's box is filled.
  if not exists (select from public.outbox where key = 'order_link:' || v_about) then
    perform private.queue_order_mail('order_link', p_order_id, v_about, jsonb_build_object('because', p_because), p_only);
  end if;
end;
$$;
comment on function private.queue_new_link(uuid, text, text) is
  'Queues a mail with a new link to an order, once in ten minutes: to its family, or to the reader of p_only alone. '
  'p_because: new_address or parent_left, where nobody asked for it.';

create function public.queue_lost_links()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 5;
  v_asked public.lost_links[];
  v_link record;
  v_count integer := 0;
begin
  with asked as (
    delete from public.lost_links where (email, number) in (
      select email, number from public.lost_links order by asked_at limit 500 for update skip locked)
    returning lost_links
  )
  select array_agg(lost_links) into v_asked from asked;
  for v_link in
    select o.id, a.email from unnest(v_asked) a cross join lateral (
      select id from public.orders
      where id in (
          select g.id from public.orders g where lower(g.parent_email) = a.email
          union all
          -- A parent's account reads all of the family's, whoever bought it and under whichever address.
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
  'Queues a mail with a new link to each order that was asked for by its number, and to the five latest bookings of '
  'each address alone: {queued}. Of the latter a booking whose last link is over has nothing left to change. An order '
  'that waits for the parent''s choice gets a link to choose, any other one to manage. A chore. Definer: only the '
  'service role may call.';
grant execute on function public.queue_lost_links() to service_role;

create function private.end_links_to(p_profile_id uuid, p_email text, p_new_email text)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_new_links constant integer := 5;
  v_email constant text := lower(p_email);
  v_family_id constant uuid := (select family_id from public.profiles where id = p_profile_id);
  v_ended uuid[];
begin
  if v_family_id is null or coalesce(v_email, '') = '' then return '{}'; end if;
  -- The order of the head of places.sql: orders, entries, then people.
  perform from public.orders where family_id = v_family_id order by id for no key update;
  perform from public.waitlist_entries where family_id = v_family_id order by id for update;
  with ended as (
    update public.order_links k set expires_at = clock_timestamp()
    from public.orders o
    where o.id = k.order_id and o.family_id = v_family_id and k.recipient = v_email and k.expires_at > clock_timestamp()
      -- A mail that waits goes to the new address, and so does its link (follow_mails).
      and not exists (
        select from public.outbox m
        where m.profile_id = p_profile_id and m.sent_at is null
          and k.token_hash in (private.token_hash(m.payload ->> 'manage_token'), private.token_hash(m.payload ->> 'choice_token')))
    returning o.id, o.paid_at)
  select array(select id from ended where paid_at is not null group by id order by max(paid_at) desc limit c_new_links) into v_ended;
  perform private.renew_secrets(v_family_id, false);
  update public.orders set parent_email = p_new_email where family_id = v_family_id and lower(parent_email) = v_email;
  update public.waitlist_entries set parent_email = p_new_email where family_id = v_family_id and lower(parent_email) = v_email;
  return v_ended;
end;
$$;
comment on function private.end_links_to(uuid, text, text) is
  'An account has a new address: links in mails to the former one open the family''s orders no more, and paid orders '
  'and entries of waitlists get new secrets. Links that went to the other parent stay, but for those to the pages of '
  'orders and entries. The latest paid orders whose links ended, for which the caller mails new ones.';
