import type en from '../en';

export const shell: typeof en.shell = {
  title: 'Atelier du conseil en construction',
  skip: 'Aller au contenu',
  navigation: 'Principale',
  projects: 'Projets',
  clients: 'Clients',
  libraries: 'Bibliothèques',
  language: 'Langue',
  theme: 'Apparence',
  themes: { system: 'Comme le système', light: 'Clair', dark: 'Sombre' },
  signedInAs: (name) => `Connecté en tant que ${name}`,
  reader: 'Lecteur : consulte sans modifier',
  leave: 'Se déconnecter',
  loading: 'Chargement…',
  again: 'Réessayer',
  close: 'Fermer',
  cancel: 'Annuler',
  save: 'Enregistrer',
  remove: 'Supprimer',
  edit: 'Modifier',
  more: 'Plus',
  search: 'Rechercher',
  emptySearch: 'Vider la recherche',
  nothingFound: 'Aucun résultat',
  chooseFile: 'Choisir un fichier',
  none: 'Aucun',
  notFound: 'Il n’y a rien à cette adresse.',
  problems: {
    connection:
      'Le service n’a pas été joint. Votre saisie est toujours là ; réessayez une fois la connexion rétablie.',
    busy: (seconds) =>
      seconds === null
        ? 'Le service est occupé. Rien n’est perdu ; réessayez dans un instant.'
        : `Le service est occupé. Rien n’est perdu ; réessayez dans ${seconds} s.`,
    limited: (seconds) =>
      `Trop de requêtes à la fois. Rien n’est perdu ; réessayez ${seconds === null ? 'dans un instant' : `dans ${seconds} s`}.`,
    changed:
      'Quelqu’un d’autre a modifié ceci entre-temps. Votre saisie est toujours là ; regardez le nouvel état et décidez.',
    forbidden: 'Votre rôle permet de consulter ceci, pas de le modifier.',
    unexpected: 'La page a rencontré quelque chose d’inattendu.',
    requestId: (id) => `Requête ${id}`,
  },
  signIn: {
    title: 'Connexion',
    again:
      'Votre connexion a pris fin. Reconnectez-vous pour continuer ; rien de ce que vous avez saisi n’est perdu.',
    key: 'Clé API',
    keyHint: 'Gardée jusqu’à la fermeture de cet onglet et envoyée à ce service seulement.',
    enter: 'Se connecter',
    provider: 'Se connecter auprès de votre organisation',
    refused: 'Cette clé API n’est pas valable.',
  },
};
