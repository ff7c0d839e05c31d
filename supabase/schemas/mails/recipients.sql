-- Mails go to both parents at the current addresses of their accounts, unless a parent has turned them off
-- (set_booking_mails). A guest's mails go to the address of the order.

create function private.usual_given_name(p_name text, p_relatives text[])
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select case
      when cardinality(n.words) < 2 then n.words[1]
      -- If siblings share the first word of their names, it is the family name: "Tan Wei Jie" and "Tan Wei Lin".
      when exists (
          select from unnest(p_relatives) r
          where lower(btrim(r)) <> lower(btrim(p_name)) and lower(split_part(btrim(r), ' ', 1)) = lower(n.words[1]))
        or lower(n.words[1]) = any (n.surnames) and (cardinality(n.words) > 2 or lower(n.words[2]) <> all (n.surnames))
        then concat_ws(' ', n.words[2], case when lower(n.words[3]) <> all ('{bin,binte,binti,s/o,d/o,a/l,a/p}') then n.words[3] end)
      else n.words[1] end
    from (
      select regexp_split_to_array(btrim(p_name), '\s+') as words,
        -- These family names come first in names of Singapore.
        '{ang,chan,chen,cheng,cheong,chew,chia,chiang,chin,chng,chong,chow,choo,chua,chung,foo,goh,heng,ho,hong,huang,kang,
          khoo,koh,kok,kwek,kwok,lai,lam,lau,lee,leong,leow,li,liew,lim,lin,ling,liu,loh,loke,low,lum,neo,ng,ong,ooi,pang,peh,
          poh,quek,seah,seow,sim,soh,tan,tang,tay,teh,teo,toh,wang,wee,wong,wu,xu,yang,yap,yeo,yeoh,yong,zhang,zhao,zheng,zhou,
          zhu}'::text[] as surnames) n
  );
end;
$$;
comment on function private.usual_given_name(text, text[]) is
  'Returns a given name without the family name. p_relatives are the names of the other children of the family or the '
  'order. A first word that several names share is the family name.';

create function private.given_name(p_name text, p_relatives text[] default '{}')
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when exists (
      select from unnest(p_relatives) r
      where lower(btrim(r)) <> lower(btrim(p_name))
        and lower(private.usual_given_name(r, p_relatives || p_name)) = lower(private.usual_given_name(p_name, p_relatives)))
    then btrim(p_name) else private.usual_given_name(p_name, p_relatives) end;
end;
$$;
comment on function private.given_name(text, text[]) is
  'Returns the name without the family name. If another child (p_relatives) would be called the same, returns the '
  'full name, for example "Tan Wei Jie Ryan" and "Tan Wei Jie Sean".';

create function private.children_at(p_family_id uuid, p_session_id uuid, p_camp_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.given_name(c.name, array(select name from public.children where family_id = p_family_id))
      order by c.dob, c.name), '[]')
    from public.children c
    where c.id in (
      select b.child_id from public.bookings b
      where b.session_id = p_session_id and b.family_id = p_family_id and b.status = 'booked'
      union
      select e.child_id from public.camp_enrollments e
      where e.camp_id = p_camp_id and e.family_id = p_family_id and e.status = 'enrolled')
  );
end;
$$;
comment on function private.children_at(uuid, uuid, uuid) is
  'Returns the given names of a family''s children who have a place in a session or camp, the eldest first.';

create function private.child_name(p_child_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select private.given_name(c.name, array(select s.name from public.children s where s.family_id = c.family_id))
  from public.children c where c.id = p_child_id
$$;
comment on function private.child_name(uuid) is
  'Returns the name that mails use for this child, which is private.given_name among its siblings.';

create type private.mail_recipient as (profile_id uuid, name text, email text);
comment on type private.mail_recipient is
  'The recipient of a mail. profile_id is the account whose current address it is, or null for a typed address.';

create function private.mail_recipients(p_family_id uuid)
returns setof private.mail_recipient
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with parents as (
    select p.id, coalesce(nullif(btrim(p.name), ''), case when p.id = f.primary_parent_id then f.contact_name end) as name,
      p.email, p.booking_mails, p.id is distinct from f.primary_parent_id as is_second
    from public.families f join public.profiles p on p.id in (f.primary_parent_id, f.secondary_parent_id)
    where f.id = p_family_id and f.erased_at is null and p.email <> '')
  select r.id, r.name, r.email from (
    select * from parents p
    -- If neither parent wants booking mails, the first parent gets them, so that somebody is informed of a purchase.
    where p.booking_mails or not exists (
      select from parents o where o.booking_mails or o.is_second < p.is_second)
    union all
    select null, f.contact_name, f.contact_email, true, false from public.families f
    where f.id = p_family_id and f.erased_at is null and not exists (select from parents)) r
  order by r.is_second;
end;
$$;
comment on function private.mail_recipients(uuid) is
  'Returns the parents who want booking mails, the first parent before the second. If neither wants them, returns '
  'only the first. For guests, returns their contact. Returns nobody once the family is erased.';

create function private.recipients_or(p_family_id uuid, p_name text, p_email text)
returns private.mail_recipient[]
language plpgsql
stable
set search_path = ''
as $$
declare
  v_parents constant private.mail_recipient[] := array(
    select r from private.mail_recipients(p_family_id) r where r.profile_id is not null);
begin
  return case
    when p_email is null then '{}'
    when v_parents <> '{}' then v_parents
    else array[row(null, p_name, p_email)::private.mail_recipient] end;
end;
$$;
comment on function private.recipients_or(uuid, text, text) is
  'Returns the parents of the family, whatever address was typed. If there is no family, returns the guest with this '
  'name and address. Returns nobody if the address has been erased.';

create function private.order_recipients(p_order_id uuid)
returns private.mail_recipient[]
language plpgsql
stable
set search_path = ''
as $$
declare
  v_order public.orders;
  v_buyer public.profiles;
  v_recipients private.mail_recipient[];
begin
  select * into v_order from public.orders where id = p_order_id;
  select * into v_buyer from public.profiles where id = v_order.user_id;
  v_recipients := private.recipients_or(coalesce(v_order.family_id, v_buyer.family_id), v_order.parent_name, v_order.parent_email);
  -- If the buyer is signed in and has no family yet, the order has no family until it is paid.
  if v_order.family_id is null and v_buyer.email <> '' and v_recipients <> '{}' and v_recipients[1].profile_id is null then
    return array[row(v_buyer.id, coalesce(nullif(btrim(v_buyer.name), ''), v_order.parent_name), v_buyer.email)::private.mail_recipient];
  end if;
  return v_recipients;
end;
$$;
comment on function private.order_recipients(uuid) is
  'Returns the recipients of mails about an order (private.recipients_or). Until it is paid, they are those of its '
  'buyer''s family.';

create function private.order_reader(p_order_id uuid, p_email text)
returns private.mail_recipient[]
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select array[row(p.id, p.name, p.email)::private.mail_recipient]
     from public.orders o join public.profiles p on p.family_id = o.family_id
     where o.id = p_order_id and lower(p.email) = lower(p_email)),
    array(select r from unnest(private.order_recipients(p_order_id)) r where r.profile_id is null and lower(r.email) = lower(p_email)))
$$;
comment on function private.order_reader(uuid, text) is
  'Returns the recipient with this address if mails about the order may go there, otherwise none. The recipient is '
  'either a parent of the order''s family at the address of their account, whether or not they want booking mails, or '
  'the guest.';

create function private.queue_mails(
  p_template text, p_key text, p_payload jsonb, p_to private.mail_recipient[], p_order_id uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_recipient private.mail_recipient;
  v_count integer := 0;
begin
  if exists (select from public.outbox where key = p_key) then return 0; end if;
  foreach v_recipient in array p_to loop
    insert into public.outbox (key, template, recipient, profile_id, payload)
    values (
      case when v_count = 0 then p_key else concat_ws(':', p_key, v_recipient.profile_id) end, p_template, v_recipient.email, v_recipient.profile_id,
      p_payload || jsonb_build_object('parent_name', v_recipient.name)
        -- The links of the mail open the account with this address.
        || case when p_payload ? 'parent_email' then jsonb_build_object('parent_email', v_recipient.email) else '{}' end
        || private.mail_links(p_template, p_order_id, v_recipient.email) || private.place_links(coalesce(p_payload -> 'cancelled_by_us', p_payload -> 'classes'), v_recipient.email))
    on conflict (key) do nothing;
    -- Nothing was queued, because the same mail was queued in parallel or the address reached its limit.
    exit when not found;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.queue_mails(text, text, jsonb, private.mail_recipient[], uuid) is
  'Queues one mail to each recipient, once per p_key. The key of a copy contains the account''s id. Each mail has its '
  'own links (private.mail_links, private.place_links). Returns the number of queued mails.';

create function private.queue_family_mails(p_template text, p_key text, p_payload jsonb, p_family_id uuid, p_order_id uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return private.queue_mails(p_template, p_key, p_payload, array(select r from private.mail_recipients(p_family_id) r), p_order_id);
end;
$$;
comment on function private.queue_family_mails(text, text, jsonb, uuid, uuid) is
  'Calls private.queue_mails for private.mail_recipients of a family.';

create function private.follow_mails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A link is valid for the address that its mail goes to, so it follows the mail.
  update public.order_links k set recipient = lower(new.email)
  from public.outbox m
  where m.profile_id = new.id and m.sent_at is null
    and k.token_hash = any (private.mail_token_hashes(m.payload));
  update public.outbox set recipient = new.email where profile_id = new.id and sent_at is null;
  return null;
end;
$$;
comment on function private.follow_mails() is
  'Trigger on profiles: redirects mails that were not sent yet to the account''s new address. Definer: the auth '
  'service changes the address, and has no write access to our tables.';
create trigger follow_mails after update of email on public.profiles
  for each row when (old.email is distinct from new.email and new.email <> '') execute function private.follow_mails();

create function public.set_booking_mails(p_enabled boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family constant public.families := private.lock_parents();
begin
  if p_enabled is null then perform private.fail('invalid_input', 'p_enabled'); end if;
  if not p_enabled and not exists (
    select from public.profiles
    where id in (v_family.primary_parent_id, v_family.secondary_parent_id) and id <> (select auth.uid()) and booking_mails) then
    perform private.fail('last_mail_recipient', 'p_enabled');
  end if;
  update public.profiles set booking_mails = p_enabled where id = (select auth.uid());
  return jsonb_build_object('booking_mails', p_enabled);
end;
$$;
comment on function public.set_booking_mails(boolean) is
  'Turns booking mails of the caller on or off. If they are off, only the other parent gets them. Returns '
  '{booking_mails}. Fails with family_not_found, last_mail_recipient. Definer: identity comes from the token''s user.';
grant execute on function public.set_booking_mails(boolean) to authenticated;
select private.answer_calls('public.set_booking_mails(boolean)', 'change_parents');
