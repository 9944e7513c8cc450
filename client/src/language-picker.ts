/** Asks for a language: from a list, or any valid tag typed in. */
import { env, l10n, type QuickPickItem, window } from 'vscode';
import { canonicalTag, languageName, OFFERED_LANGUAGES } from './languages.js';

interface LanguageItem extends QuickPickItem {
  readonly tag: string;
}

export interface LanguageQuestion {
  readonly title: string;
  /** Offered first. */
  readonly preferred?: string | undefined;
  readonly exclude?: string | undefined;
}

/** Undefined when the user cancels. */
export function pickLanguage({ title, preferred, exclude }: LanguageQuestion): Promise<string | undefined> {
  const items = offered(preferred).filter(({ tag }) => tag !== exclude);
  const picker = window.createQuickPick<LanguageItem>();
  picker.title = title;
  picker.placeholder = l10n.t('Choose a language, or type a language tag such as pt-BR');
  picker.matchOnDescription = true;
  picker.items = items;
  return new Promise((resolve) => {
    picker.onDidChangeValue((value) => {
      const tag = canonicalTag(value.trim());
      const isNew = tag !== undefined && tag !== exclude && !items.some((item) => item.tag === tag);
      picker.items = isNew ? [...items, languageItem(tag)] : items;
    });
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen === undefined) return;
      resolve(chosen.tag);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function offered(preferred: string | undefined): LanguageItem[] {
  const names = new Intl.Collator(env.language);
  const items = OFFERED_LANGUAGES.filter((tag) => tag !== preferred)
    .map(languageItem)
    .sort((a, b) => names.compare(a.label, b.label));
  return preferred === undefined ? items : [languageItem(preferred), ...items];
}

function languageItem(tag: string): LanguageItem {
  return { tag, label: languageName(tag, env.language), description: tag };
}
