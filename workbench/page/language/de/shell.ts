import type en from '../en';

export const shell: typeof en.shell = {
  title: 'Arbeitsplatz Bauberatung',
  skip: 'Zum Inhalt',
  navigation: 'Hauptnavigation',
  projects: 'Projekte',
  clients: 'Auftraggeber',
  libraries: 'Bibliotheken',
  preferences: 'Einstellungen',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  signedInAs: (name) => `Angemeldet als ${name}`,
  reader: 'Leser: darf ansehen, nicht ändern',
  leave: 'Abmelden',
  loading: 'Wird geladen…',
  again: 'Erneut versuchen',
  againIn: (seconds) => `Erneut versuchen in ${seconds} s`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  remove: 'Löschen',
  edit: 'Bearbeiten',
  more: 'Mehr',
  search: 'Suchen',
  emptySearch: 'Suche leeren',
  nothingFound: 'Nichts gefunden',
  chooseFile: 'Datei auswählen',
  none: 'Keine',
  notFound: 'Unter dieser Adresse gibt es nichts.',
  failed: {
    title: 'Diese Ansicht konnte nicht gezeigt werden',
    words:
      'Die Seite ist auf etwas Unerwartetes gestoßen. Gespeichertes ist sicher; laden Sie die Seite neu, um weiterzuarbeiten.',
    reload: 'Seite neu laden',
  },
  problems: {
    disconnected:
      'Der Dienst ist nicht erreichbar. Ihre Eingabe bleibt; sobald er antwortet, geht es von selbst weiter.',
    signedOut:
      'Ihre Anmeldung war abgelaufen. Ihre Eingabe ist noch da; senden Sie sie nach der Anmeldung erneut.',
    connection:
      'Der Dienst war nicht erreichbar. Ihre Eingabe ist noch da; versuchen Sie es erneut, sobald die Verbindung steht.',
    busy: (seconds) =>
      seconds === null
        ? 'Der Dienst ist ausgelastet. Nichts ging verloren; versuchen Sie es gleich noch einmal.'
        : `Der Dienst ist ausgelastet. Nichts ging verloren; versuchen Sie es in ${seconds} s noch einmal.`,
    limited: (seconds) =>
      `Zu viele Anfragen auf einmal. Nichts ging verloren; versuchen Sie es ${seconds === null ? 'gleich' : `in ${seconds} s`} noch einmal.`,
    changed:
      'Jemand anderes hat dies inzwischen geändert. Ihre Eingabe ist noch da; sehen Sie den neuen Stand an und entscheiden Sie.',
    forbidden: 'Ihre Rolle darf dies ansehen, aber nicht ändern.',
    unexpected: 'Die Seite ist auf etwas Unerwartetes gestoßen.',
    requestId: (id) => `Anfrage ${id}`,
  },
  signIn: {
    title: 'Anmelden',
    again:
      'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an; nichts, was Sie eingegeben haben, geht verloren.',
    key: 'API-Schlüssel',
    keyHint: 'Bleibt, bis dieser Tab geschlossen wird, und geht nur an diesen Dienst.',
    enter: 'Anmelden',
    provider: 'Bei Ihrer Organisation anmelden',
    refused: 'Dieser API-Schlüssel ist nicht gültig.',
    ended: 'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an.',
    failed: 'Noch nicht bereit',
    notFinished: 'Die Anmeldung wurde nicht abgeschlossen. Versuchen Sie es noch einmal.',
    windowBlocked:
      'Ihr Browser hat kein Fenster geöffnet. Erlauben Sie Fenster dieser Seite und versuchen Sie es noch einmal.',
    noWay:
      'Zurzeit kann sich niemand anmelden: Die Anmeldung der Organisation antwortet nicht. Versuchen Sie es später noch einmal.',
    or: 'oder',
  },
};
