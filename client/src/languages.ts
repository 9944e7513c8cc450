/** Language tags (BCP 47): validation, display names, and the ones offered first. Pure. */

/** Offered in the language list; any other valid tag can be typed. */
export const OFFERED_LANGUAGES = [
  ...['ar', 'bg', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'ga', 'he', 'hi', 'hr', 'hu'],
  ...[
    'id',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'mt',
    'nb',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
  ],
  ...['sv', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'],
] as const;

/** The tag in its usual spelling (`de-at` → `de-AT`), or undefined when it is not a language tag. */
export function canonicalTag(text: string): string | undefined {
  if (!/^[a-z]{2,3}([-_]|$)/i.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The name of the language in `displayLanguage`; the tag itself when it has none. */
export function languageName(tag: string, displayLanguage: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
