-- Sentences of mails can be changed and translated in Studio. Each publication with a change adds a version.

create table public.mail_wordings (
  id bigint generated always as identity primary key,
  language text not null default 'en' check (language in ('en', 'zh')),
  sentences jsonb not null check (jsonb_typeof(sentences) = 'object'),
  updated_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.mail_wordings is
  'Versions of the sentences of mails that were changed in Studio. A mail refers to the version of its time, because '
  'a repeated attempt must send the same mail. Service only.';
comment on column public.mail_wordings.sentences is
  'Original sentences with their changed texts: {"We hold {} until {}.": "Until {1} we keep {0}."}. The numbers are '
  'the positions of the values in the original sentence.';
comment on column public.mail_wordings.updated_at is
  'The time of the newest document. An older state of the documents never replaces a newer one.';

alter table public.mail_wordings enable row level security;
revoke all on table public.mail_wordings from anon, authenticated, service_role;

create function public.publish_mail_wording(p_sentences jsonb, p_updated_at timestamptz, p_language text default 'en')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_latest public.mail_wordings;
begin
  if jsonb_typeof(p_sentences) is distinct from 'object' or p_updated_at is null or length(p_sentences::text) > 200000 or exists (
    select from jsonb_each(p_sentences) s
    where jsonb_typeof(s.value) <> 'string' or length(s.key) > 2000 or length(s.value #>> '{}') not between 1 and 4000
      or (s.value #>> '{}') ~ '[[:cntrl:]]') then
    perform private.fail('invalid_input', 'p_sentences');
  end if;
  if p_language is null or p_language not in ('en', 'zh') then perform private.fail('invalid_input', 'p_language'); end if;
  -- Without the lock, two publications at once would both add a version.
  perform pg_advisory_xact_lock(hashtextextended('mail_wordings', 0));
  select * into v_latest from public.mail_wordings where language = p_language order by id desc limit 1;
  if v_latest.updated_at > p_updated_at or coalesce(v_latest.sentences, '{}') = p_sentences then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.mail_wordings (language, sentences, updated_at) values (p_language, p_sentences, p_updated_at);
  -- A mail is tried again for less than 90 days, so older versions are not needed any more.
  delete from public.mail_wordings w
  where w.created_at < clock_timestamp() - interval '90 days' and exists (
    select from public.mail_wordings later
    where later.id > w.id and later.language = w.language and later.created_at < clock_timestamp() - interval '90 days');
  return jsonb_build_object('changed', true);
end;
$$;
comment on function public.publish_mail_wording(jsonb, timestamptz, text) is
  'Stores the sentences of mails in a language as a new version, unless they are unchanged or older. Returns '
  '{changed}. Fails with invalid_input (p_sentences, p_language). Definer: the only writer of mail_wordings. Only the '
  'service role may call.';
grant execute on function public.publish_mail_wording(jsonb, timestamptz, text) to service_role;

create function public.get_mail_wordings(p_ids jsonb)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, sentences), '{}') from public.mail_wordings
  where id in (select value::bigint from jsonb_array_elements_text(p_ids));
$$;
comment on function public.get_mail_wordings(jsonb) is
  'Returns the changed sentences of these versions (a list of ids): {version: sentences}. Definer: mail_wordings has '
  'no read grant. Only the service role may call.';
grant execute on function public.get_mail_wordings(jsonb) to service_role;

create function private.mail_language(p_mail public.outbox)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when p_mail.template in ('staff_notice', 'staff_invitation', 'second_factor_removed', 'coach_plan', 'hand_over', 'offers_notice', 'alert_began',
      'alert_ended', 'party_notice', 'birthday_enquiry_notice') then 'en'
    when coalesce(
      (select preferred_language from public.profiles where id = p_mail.profile_id),
      (select language from public.orders where number = p_mail.payload ->> 'number' and channel = 'web'),
      (select language from public.orders
        where lower(parent_email) = lower(p_mail.recipient) and paid_at is not null and channel = 'web' order by paid_at desc limit 1)) like 'zh%'
      then 'zh'
    else 'en' end;
end;
$$;
comment on function private.mail_language(public.outbox) is
  'Returns the family''s language. It is that of the parent''s profile, or else of the order that the mail is about, '
  'or else of the last order that its recipient paid. Mails to staff are English.';

create function private.attach_wording()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_language text := 'en';
  v_latest public.mail_wordings;
begin
  if tg_table_name = 'outbox' then v_language := private.mail_language(new); end if;
  if v_language <> 'en' then new.payload := new.payload || jsonb_build_object('language', v_language); end if;
  -- If there is no translation into this language, the changed English sentences apply.
  select * into v_latest from public.mail_wordings
  where language in (v_language, 'en') order by language = v_language desc, id desc limit 1;
  if v_latest.sentences <> '{}' then
    new.payload := new.payload || jsonb_build_object('wording', v_latest.id);
  end if;
  return new;
end;
$$;
comment on function private.attach_wording() is
  'Trigger on the outbox and phone_messages. A mail stores its language unless it is English, and each message stores '
  'the version of the changed sentences, if there are any. Definer: mail_wordings has no read grant.';
create trigger wording before insert on public.outbox for each row execute function private.attach_wording();
