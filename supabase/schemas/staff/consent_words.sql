-- Admins read the versions of consent texts and publish new ones (people/consents.sql; docs/decisions "Consent texts").

create function private.families_agreed(p_purpose public.consent_purpose)
returns integer
language sql
stable
set search_path = ''
as $$
  select count(distinct family_id)::integer from public.current_consents
  where purpose = p_purpose and given and version >= private.required_consent_version(p_purpose)
$$;
comment on function private.families_agreed(public.consent_purpose) is
  'Returns the number of families whose consent counts now. A new version that asks again would ask all of them.';

create function private.consent_words(p_purpose public.consent_purpose)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'purpose', p_purpose, 'current', private.consent_version(p_purpose), 'families', private.families_agreed(p_purpose),
    'versions', (
      select jsonb_agg(jsonb_build_object(
        'version', t.version, 'title', t.title, 'body', t.body, 'from', private.iso(t.published_at), 'asks_again', t.asks_again,
        'who', (
          select private.staff_name(g.user_id) from public.audit_log g
          where g.table_name = 'consent_texts' and g.row_key = p_purpose::text and g.after -> 'version' = to_jsonb(t.version) limit 1))
        order by t.version desc)
      from public.consent_texts t where t.purpose = p_purpose))
$$;
comment on function private.consent_words(public.consent_purpose) is
  'Returns ConsentWords (contract/management-consents.ts), the newest version first.';

create function public.list_consent_texts()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return (select jsonb_agg(private.consent_words(p)) from unnest(enum_range(null::public.consent_purpose)) p);
end;
$$;
comment on function public.list_consent_texts() is
  'For admins. Returns all versions, also planned ones, as ConsentWords[] (contract/management-consents.ts). Definer: '
  'counts consents of all families, after checking for an admin itself.';
grant execute on function public.list_consent_texts() to authenticated;
select private.answer_calls('public.list_consent_texts()', 'management');

create function public.publish_consent_text(
  p_purpose text, p_title text, p_body text, p_from timestamptz default null, p_asks_again boolean default true,
  p_seen integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purpose public.consent_purpose;
  v_latest public.consent_texts;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  v_purpose := private.check_purpose(p_purpose);
  if coalesce(length(trim(p_title)), 0) not between 1 and 200 then perform private.fail('invalid_input', 'p_title'); end if;
  if coalesce(length(trim(p_body)), 0) not between 1 and 20000 then perform private.fail('invalid_input', 'p_body'); end if;
  if p_asks_again is null then perform private.fail('invalid_input', 'p_asks_again'); end if;
  -- The lock makes publishers wait for one another, so that each gets a different version.
  perform pg_advisory_xact_lock(hashtextextended('consent text ' || v_purpose, 0));
  select * into v_latest from public.consent_texts where purpose = v_purpose order by version desc limit 1;
  if p_seen is not null and p_seen is distinct from v_latest.version then perform private.fail('changed_meanwhile'); end if;
  -- A later version must not begin before an earlier one.
  if p_from < greatest(clock_timestamp() - interval '1 day', v_latest.published_at)
    or p_from > clock_timestamp() + interval '1 year' or (p_from is null and v_latest.published_at > clock_timestamp()) then
    perform private.fail('invalid_input', 'p_from');
  end if;
  insert into public.consent_texts (purpose, version, title, body, published_at, asks_again)
  values (v_purpose, coalesce(v_latest.version, 0) + 1, trim(p_title), trim(p_body), greatest(p_from, clock_timestamp()), p_asks_again);
  return jsonb_build_object('version', coalesce(v_latest.version, 0) + 1);
end;
$$;
comment on function public.publish_consent_text(text, text, text, timestamptz, boolean, integer) is
  'Publishes new words. p_from is within a year, or null for now. p_asks_again says whether families are asked again. '
  'p_seen is the newest version that staff saw. Returns {version}. Fails with changed_meanwhile. Definer: allows only '
  'admins and the service.';
grant execute on function public.publish_consent_text(text, text, text, timestamptz, boolean, integer) to authenticated, service_role;
select private.answer_calls('public.publish_consent_text(text, text, text, timestamptz, boolean, integer)', 'management');
