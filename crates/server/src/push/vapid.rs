//! The server's own key for push services, made once and kept in the store, and what it signs.

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use web_push_native::{Auth, WebPushBuilder};

use super::send::{Request, target};
use super::{Notice, Notices, Subscription};
use crate::store::{Put, Store, StoreError};

/// The key of the document.
const KEY: &str = "vapid";
/// How long a push service keeps a notice for a device that is off, and how long it may believe a signature.
const LASTS: std::time::Duration = std::time::Duration::from_secs(12 * 3600);

/// The key that signs.
pub(super) struct Vapid(SigningKey);

impl Vapid {
    /// The key in the store; the first time a new one.
    pub(super) async fn load(store: &dyn Store) -> Result<Self, StoreError> {
        if store.doc(KEY).await?.is_none() {
            let secret = loop {
                // Nearly every number is a key.
                if let Ok(secret) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
                    break secret;
                }
            };
            let text = Some(Base64UrlUnpadded::encode_string(&secret.to_bytes()));
            match store.put(vec![Put { key: KEY.to_owned(), after: Some(0), text, due: None }]).await {
                // Another process was faster: its key counts.
                Ok(()) | Err(StoreError::Changed) => {}
                Err(error) => return Err(error),
            }
        }
        let doc = store.doc(KEY).await?.ok_or(StoreError::Changed)?;
        let bytes = Base64UrlUnpadded::decode_vec(&doc.text).map_err(|_| StoreError::Damaged(doc.version))?;
        let secret = SecretKey::from_slice(&bytes).map_err(|_| StoreError::Damaged(doc.version))?;
        Ok(Vapid(secret.into()))
    }

    /// The public key, in base64url.
    pub(super) fn public(&self) -> String {
        Base64UrlUnpadded::encode_string(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// A notice for one device, encrypted and signed; none where the device's description makes no sense.
    pub(super) fn request(&self, device: &Subscription, notice: &Notice, how: &Notices) -> Option<Request> {
        let uri = target(&device.endpoint, how)?;
        let (key, auth) = device.keys()?;
        let mut text = serde_json::to_value(notice).ok()?;
        text["lang"] = device.lang.clone().into();
        let aud = format!("{}://{}", uri.scheme_str()?, uri.authority()?);
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let exp = (since + LASTS).as_secs();
        let claims = serde_json::json!({"aud": aud, "exp": exp, "sub": how.contact});
        let encode = |text: &str| Base64UrlUnpadded::encode_string(text.as_bytes());
        let signed = format!("{}.{}", encode(r#"{"typ":"JWT","alg":"ES256"}"#), encode(&claims.to_string()));
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = Base64UrlUnpadded::encode_string(&signature.to_bytes());
        let builder = WebPushBuilder::new(uri, key, Auth::from(auth)).with_valid_duration(LASTS);
        let mut request = builder.build(text.to_string()).ok()?;
        let authorization = format!("vapid t={signed}.{signature}, k={}", self.public());
        request.headers_mut().insert("authorization", authorization.parse().ok()?);
        // A newer notice of a room replaces one that was not delivered yet.
        request.headers_mut().insert("topic", notice.room.parse().ok()?);
        Some(request)
    }
}
