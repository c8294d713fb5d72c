//! What the vectors expect of hashes: constants, so that no mistake in a hash
//! function can stand on both sides. The first six are the text's own check
//! values; each comment names domain and hashed value.

/// `github_key_title`, `ci-key`
pub(super) const CI_KEY: &str =
    "sha256:a65a94d25524f87fbb5ce6d3fde202c02a5b532f27e1ba3b5708076e1ba75ccf";
/// `slack_workspace`, `t0123`
pub(super) const SLACK_T0123: &str =
    "sha256:e4cfe2c3698fd59b58fd5a075e378f38d857421174faffe3317d3f86473f0190";
/// `slack_channel`, `c0123`
pub(super) const SLACK_C0123: &str =
    "sha256:d7f40313c37246eca3ae64aaa3c65db4fc52d02e73f1d3e01cd9c8650ee42e1a";
/// `slack_principal`, `alice@example.com`
pub(super) const SLACK_ALICE: &str =
    "sha256:fccfe5ed09f484c1f7523fd8f9fea1bb2e85ddb0845ad61225e604f2c013620d";
/// `workspace`, `acme`
pub(super) const ACME: &str =
    "sha256:2443f42f97a4e38e039eaab087b51040b31f61dfac89d7cf75d397cd2033675b";
/// `workspace_principal`, `bob@example.com`
pub(super) const BOB: &str =
    "sha256:879a6f5abcca30d0334b3238baac9ea116a195b66d3d56eebf447552f8e1aede";
/// `github_key_title`, `other-key`
pub(super) const OTHER_KEY: &str =
    "sha256:6f441ba6850611dca1a8645e74cbf21d856acecb2efc156d34473ad4feeaa0b2";
/// `github_key_title`, `release-key`
pub(super) const RELEASE_KEY: &str =
    "sha256:745ac02eca28668a8733eb300f813ca03e5cc33ad8b50170f12a29558bc64f97";
/// `github_key_title`, `backup-key`
pub(super) const BACKUP_KEY: &str =
    "sha256:eb1bca61ac2a0fd73ae9b6dfa571c2707177b6dcdb44fc8adf7de865cda2a58e";
/// `slack_channel`, `t0123`
pub(super) const SLACK_CHANNEL_T0123: &str =
    "sha256:e5cda3e4fd1cdfe5a23b72a3a4f37bcd4fd5411eb3e4b668743bbbe9916cc2ee";
/// `slack_workspace`, `acme`
pub(super) const SLACK_ACME: &str =
    "sha256:ab9ab0e0ce22aa7273ee9aa81fe2e88604ffce43bc39f979764ea3a9648435a8";
/// `slack_workspace`, `t0999`
pub(super) const SLACK_T0999: &str =
    "sha256:a9d264edb35ce57936f31df7b328739542262f794ad56f353fbf87a558b971d6";
/// `slack_channel`, `c0999`
pub(super) const SLACK_C0999: &str =
    "sha256:2b16e8c286f5781b1d1c384d98974455e743f676421b0a11da4ed6200dceb672";
/// `slack_principal`, `carol@example.com`
pub(super) const SLACK_CAROL: &str =
    "sha256:25ad369a291b6cdaaa164b2b01ba6222f9530cc07a5b7d831e3234869ff17512";
/// `slack_principal`, `alice\u{7}@example.com`
pub(super) const SLACK_BELL: &str =
    "sha256:83d51f9178fd40ede978b0be479e11bd91ea825dd8e80eba69e250860a8c0246";
/// `slack_principal`, `änne@example.com`
pub(super) const SLACK_ANNE: &str =
    "sha256:6484514b3bae315425b80adaf6abfdee0acc394b3a4497b56213e2deb6f15c1a";
/// `workspace`, `globex`
pub(super) const GLOBEX: &str =
    "sha256:384b1eebf71f66b2a99e53084a728070c5af0bf32f693db91b183eecc84df1ae";
/// `workspace`, `initech`
pub(super) const INITECH: &str =
    "sha256:482ea237ce09782e0aa79b1f8d5ab1f7ca768f736d53ed72c1cd64d6c7ff1e9f";
/// `workspace_principal`, `alice@example.com`
pub(super) const ALICE: &str =
    "sha256:c1392d0ef7cf09586a01e871e2a842181f5e2b4495ff539776c8b92ecceaf0a5";
/// `workspace_principal`, `carol@example.com`
pub(super) const CAROL: &str =
    "sha256:4955fd99b59a8d6a8e4de3c3feaf9879bdc57c934205b508264ad02833a3952a";
