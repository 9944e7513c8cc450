/** What the editor can do, as the yes-or-no questions the server asks. */
import type { InitializeParams } from 'vscode-languageserver';

export interface ClientFeatures {
  readonly configuration: boolean;
  readonly workspaceFolders: boolean;
  readonly watchFiles: boolean;
  readonly watchRelative: boolean;
  readonly configurationEvents: boolean;
  readonly progress: boolean;
  readonly showDocument: boolean;
  readonly applyEdit: boolean;
  readonly versionedEdits: boolean;
  readonly hoverMarkdown: boolean;
  readonly completionMarkdown: boolean;
  readonly labelDetails: boolean;
  readonly resolveDocumentation: boolean;
  readonly codeActionLiterals: boolean;
  readonly semanticTokensRefresh: boolean;
  readonly inlayHintRefresh: boolean;
  /** Asks for suggestions again when told that there are better ones (`enface/suggestionsChanged`). */
  readonly suggestionsChanged: boolean;
}

export function clientFeatures({ capabilities }: InitializeParams): ClientFeatures {
  const { workspace, textDocument, window } = capabilities;
  const item = textDocument?.completion?.completionItem;
  return {
    configuration: workspace?.configuration ?? false,
    workspaceFolders: workspace?.workspaceFolders ?? false,
    watchFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    watchRelative: workspace?.didChangeWatchedFiles?.relativePatternSupport ?? false,
    configurationEvents: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    progress: window?.workDoneProgress ?? false,
    showDocument: window?.showDocument?.support ?? false,
    applyEdit: workspace?.applyEdit ?? false,
    versionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    hoverMarkdown: prefersMarkdown(textDocument?.hover?.contentFormat),
    completionMarkdown: prefersMarkdown(item?.documentationFormat),
    labelDetails: item?.labelDetailsSupport ?? false,
    resolveDocumentation: item?.resolveSupport?.properties.includes('documentation') ?? false,
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    semanticTokensRefresh: workspace?.semanticTokens?.refreshSupport ?? false,
    inlayHintRefresh: workspace?.inlayHint?.refreshSupport ?? false,
    suggestionsChanged: experimental(capabilities.experimental),
  };
}

function prefersMarkdown(formats: readonly string[] | undefined): boolean {
  return formats?.includes('markdown') ?? false;
}

/** `{ "enface": { "suggestionsChanged": true } }` in the experimental capabilities. */
function experimental(value: unknown): boolean {
  const { enface } = (value ?? {}) as { enface?: { suggestionsChanged?: unknown } };
  return enface?.suggestionsChanged === true;
}
