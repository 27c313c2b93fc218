import type en from '../en';

export const shell: typeof en.shell = {
  title: 'Atelier du conseil en construction',
  skip: 'Aller au contenu',
  navigation: 'Principale',
  projects: 'Projets',
  clients: 'Clients',
  libraries: 'Bibliothèques',
  preferences: 'Préférences',
  language: 'Langue',
  theme: 'Apparence',
  themes: { system: 'Comme le système', light: 'Clair', dark: 'Sombre' },
  signedInAs: (name) => `Connecté en tant que ${name}`,
  reader: 'Lecteur : consulte sans modifier',
  leave: 'Se déconnecter',
  loading: 'Chargement…',
  again: 'Réessayer',
  againIn: (seconds) => `Réessayer dans ${seconds} s`,
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
  failed: {
    title: 'Cette vue n’a pas pu être affichée',
    words:
      'La page a rencontré quelque chose d’inattendu. Ce qui a été enregistré est en sûreté ; rechargez la page pour continuer.',
    reload: 'Recharger la page',
  },
  problems: {
    disconnected:
      'Le service est injoignable. Votre saisie reste ; la page reprend d’elle-même dès qu’il répond.',
    signedOut:
      'Votre connexion avait pris fin. Votre saisie est toujours là ; renvoyez-la une fois reconnecté.',
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
    ended: 'Votre connexion a pris fin. Reconnectez-vous pour continuer.',
    failed: 'Pas encore prêt',
    notFinished: 'La connexion n’a pas abouti. Réessayez.',
    windowBlocked:
      'Le navigateur n’a ouvert aucune fenêtre. Autorisez les fenêtres de cette page et réessayez.',
    noWay:
      'Personne ne peut se connecter pour le moment : la connexion de l’organisation ne répond pas. Réessayez dans un moment.',
    or: 'ou',
  },
};
